-- The categories of services that fit none of the others. Labels that an operator has given stay.
insert into categories (id, label, label_ja) values
  ('tools', 'Tools', 'ツール'),
  ('uncategorized', 'Uncategorized', '未分類')
on conflict (id) do update set label_ja = coalesce(categories.label_ja, excluded.label_ja);
