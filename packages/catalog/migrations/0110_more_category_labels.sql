-- Curated labels of further categories that catalogs use. Labels that the operator has set stay.
insert into categories (id, label, label_ja) values
  ('agents', 'Agents', 'エージェント'),
  ('crypto', 'Crypto', '暗号資産'),
  ('developer-tools', 'Developer Tools', '開発ツール'),
  ('general', 'General', '総合'),
  ('infrastructure', 'Infrastructure', 'インフラ'),
  ('marketplace', 'Marketplace', 'マーケットプレイス'),
  ('nft', 'NFT', 'NFT'),
  ('other', 'Other', 'その他'),
  ('productivity', 'Productivity', '業務効率化'),
  ('research', 'Research', '調査'),
  ('social-media', 'Social Media', 'ソーシャルメディア'),
  ('tools', 'Tools', 'ツール'),
  ('trading', 'Trading', '取引'),
  ('uncategorized', 'Uncategorized', '未分類'),
  ('utility', 'Utility', 'ユーティリティ'),
  ('web3', 'Web3', 'Web3')
on conflict (id) do update set label_ja = coalesce(categories.label_ja, excluded.label_ja);
