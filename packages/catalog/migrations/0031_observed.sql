-- What the last challenge of a service said beside its price: how it is called (`details`) and every way to pay (`accepts`).
-- What is registered wins.
alter table services add column observed json;
