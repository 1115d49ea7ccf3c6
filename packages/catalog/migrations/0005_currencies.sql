-- Which currencies are in use is answered from this index alone, without reading the services.
create index services_currency on services (currency);
