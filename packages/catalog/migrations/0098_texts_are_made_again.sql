-- Making what search needs of a text again costs less than storing it.
drop table made_texts;
