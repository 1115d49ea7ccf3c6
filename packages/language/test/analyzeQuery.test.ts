import t from 'tap';
import { loadLanguage, queryStart } from '../dist/index.js';

const language = await loadLanguage();
const tokensOf = (text: string) => language.analyzeQuery(text).tokens;
const termsOf = (text: string, token: string) =>
  language
    .analyzeQuery(text)
    .groups.filter((group) => group.token === token)
    .flatMap((group) => group.alternatives.map((alternative) => alternative.term));

t.test('particles, polite phrases and filler words of a query are no tokens', async (t) => {
  t.same(tokensOf('文章を英語に翻訳してくれるサービスを探しています'), ['文章', '英語', '翻訳']);
  t.same(tokensOf('天気予報を教えてください'), ['天気予報']);
  t.same(tokensOf("I'm looking for something that can translate sentences"), ['translate', 'sentences']);
  t.same(tokensOf('please find me an API for maps'), ['maps']);
  t.same(tokensOf('これは何ですか'), []);
  t.same(tokensOf('what is it'), []);
});

t.test('verbs become tokens in dictionary form', async (t) => {
  t.same(tokensOf('絵を描いてほしい'), ['絵', '描く']);
  t.same(tokensOf('曲を歌わせる'), ['曲', '歌う']);
});

t.test('a query that names only an API keeps the word', async (t) => {
  t.same(tokensOf('API'), ['api']);
});

t.test('morphemes are joined while the dictionary knows the word', async (t) => {
  t.same(tokensOf('感染者数'), ['感染者数']);
  t.same(tokensOf('QRコードを生成'), ['qrコード', '生成']);
  t.same(tokensOf('IP アドレス'), ['ipアドレス']);
  t.same(tokensOf('日の出の時刻'), ['日の出', '時刻']);
});

t.test('runs of letters and digits stay whole, with their letters as a part', async (t) => {
  t.same(tokensOf('x86 と MP3'), ['x86', 'mp3']);
  t.ok(termsOf('SSH2 クライアント', 'ssh2').includes('ssh'));
  t.same(tokensOf('version 2.10'), ['version', '2.10']);
});

t.test('an unknown katakana compound is found by the words in it', async (t) => {
  const terms = termsOf('ライティングアプリケーション', 'ライティングアプリケーション');
  t.ok(terms.includes('write'));
  t.ok(terms.includes('applic'));
});

t.test('long-vowel and kana variants are one word, shown as it was written', async (t) => {
  t.same(termsOf('サーバー', 'サーバー'), termsOf('サーバ', 'サーバ'));
  t.same(tokensOf('インターフェイス'), tokensOf('インターフェース'));
  t.same(tokensOf('ｻｰﾊﾞｰ'), tokensOf('サーバー'));
  t.same(tokensOf('サッカーの試合'), ['サッカー', '試合']);
});

t.test('a misspelt English word also stands for the term that it nearly is', async (t) => {
  t.same(tokensOf('wether forcast'), ['wether', 'forcast'], 'tokens are as written');
  t.ok(termsOf('wether forcast', 'wether').includes('weather'));
  t.ok(termsOf('wether forcast', 'forcast').includes('forecast'));
  t.ok(termsOf('trasnlate a menu', 'trasnlate').includes('translat'), 'swapped letters');
  t.ok(termsOf('transcibe a call', 'transcibe').includes('transcrib'), 'a letter left out');
  t.equal(language.analyzeQuery('wether forcast').wanted, 'weather forecast', 'the meaning is that of the right words');
  t.same(termsOf('bortel rpc', 'bortel'), ['bortel'], 'an unknown name is no mistake');
});

t.test('a known name brings the terms of what people want to know about it', async (t) => {
  t.ok(termsOf('did the Lakers win', 'lakers').includes('basketbal'));
  t.ok(termsOf('レイカーズの結果', 'レイカーズ').includes('basketbal'));
  t.ok(termsOf('ヤマト運輸の荷物はどこ', 'ヤマト運輸').includes('track'));
});

t.test('"down" and "likes" are tokens only where they name what is wanted', async (t) => {
  t.same(tokensOf('is GitHub down?'), ['github', 'down']);
  t.same(tokensOf('alert me when my site goes down'), ['alert', 'site', 'down']);
  t.same(tokensOf('a forest that was cut down'), ['forest', 'cut']);
  t.same(tokensOf('write down notes'), ['write', 'notes']);
  t.same(tokensOf('likes and retweets'), ['likes', 'retweets']);
});

t.test('a word with and without its accents has the same terms', async (t) => {
  t.same(termsOf('câmbio', 'câmbio'), termsOf('cambio', 'cambio'));
});

t.test('a curated phrase is recognised with filler words in it', async (t) => {
  t.ok(termsOf('book me a table', 'table').includes('reserv'));
});

t.test('a Japanese word brings its English translations, and a compound also its parts', async (t) => {
  t.ok(termsOf('天気を知りたい', '天気').includes('weather'));
  t.ok(termsOf('荷物の配送状況', '荷物').includes('parcel'));
  t.ok(termsOf('感染者数', '感染者数').includes('感染'));
});

t.test('an English word brings the Japanese name of the same thing', async (t) => {
  t.ok(termsOf('weather', 'weather').includes('天気'));
});

t.test(
  'a translation of two words makes two groups of one token, which together weigh little more than one',
  async (t) => {
    const groups = language.analyzeQuery('郵便番号').groups;
    t.same([...new Set(groups.map((group) => group.token))], ['郵便番号']);
    t.equal(groups.length, 2);
    t.ok(groups.every((group) => group.weight < 1));
    t.ok(groups.some((group) => group.alternatives.some(({ term }) => term === 'zip')));
  },
);

t.test('queries in both languages at once are read in order', async (t) => {
  t.same(tokensOf('NASAの宇宙画像 for my blog'), ['nasa', '宇宙', '画像', 'blog']);
  t.equal(language.analyzeQuery('NASAの宇宙画像').language, 'ja');
  t.equal(language.analyzeQuery('NASA pictures').language, 'en');
});

t.test('a word that is named only to be refused is marked as negated, and its neighbours are not', async (t) => {
  const weights = (text: string) =>
    Object.fromEntries(
      language.analyzeQuery(text).groups.map(({ token, weight, negated }) => [token, { weight, negated }]),
    );
  t.match(weights('登録不要の天気'), { 登録: { negated: true }, 天気: { weight: 1, negated: false } });
  t.match(weights('login without a password'), { login: { negated: false }, password: { negated: true } });
  t.same(tokensOf('登録不要の天気'), ['登録', '天気']);
});

t.test('words that state a constraint are no tokens', async (t) => {
  const { tokens, constraints } = language.analyzeQuery('Baseで使える0.01ドル以下の翻訳API');
  t.same(tokens, ['翻訳']);
  t.same(constraints, {
    chains: ['base'],
    maxPrice: { amount: '0.01', exclusive: false },
    currency: 'USD',
  });
});

t.test('a value that is known by its form, such as an address, brings the terms of its kind', async (t) => {
  const kinds: [query: string, token: string, kind: string, term: string][] = [
    ['run a report at */15 9-17 * * 1-5', '*/15 9-17 * * 1-5', 'cron expression', 'schedul'],
    ['0 9 * * MON に実行', '0 9 * * MON', 'cron式', 'cron'],
    ['how is $AAPL doing', '$AAPL', 'stock ticker', 'stock'],
    ['$SOL sentiment', '$SOL', 'crypto ticker', 'crypto'],
    [
      'who is 0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      'wallet address',
      'wallet',
    ],
    ['shrink https://example.com/a?b=c', 'https://example.com/a?b=c', 'URL', 'url'],
    ['where is 8.8.8.8', '8.8.8.8', 'IP address', 'ip'],
    ['en→ja please', 'en→ja', 'pair of languages', 'translat'],
    ['英日翻訳', '英日', '言語の組', 'japanes'],
  ];
  for (const [query, token, kind, term] of kinds) {
    const group = language.analyzeQuery(query).groups.find((one) => one.token === token);
    t.ok(
      group?.alternatives.some((one) => one.kind === kind && one.term === term),
      query,
    );
  }
  for (const query of ['日中の気温', 'under $5 a call', 'version 2.10.1', 'read only', '5 * 3 = 15'])
    t.notOk(
      language.analyzeQuery(query).groups.some(({ alternatives }) => alternatives[0]?.kind),
      query,
    );
});

t.test('a refused address is whole, and no word of the query', async (t) => {
  for (const [query, addresses] of [
    ['weather without padelmaps.org or hugen.tokyo', ['padelmaps.org', 'hugen.tokyo']],
    ['weather not from api.nansen.ai', ['api.nansen.ai']],
    ['weather except https://httpay.xyz/api/weather', ['https://httpay.xyz/api/weather']],
  ] as const) {
    const { tokens, refused, refusedAddresses, notUnderstood, groups } = language.analyzeQuery(query);
    t.same(refusedAddresses, addresses, query);
    t.same([tokens, refused, notUnderstood, groups.length], [['weather'], [], [], 1], query);
  }
  const { tokens, refusedAddresses } = language.analyzeQuery('summarise https://example.com/a not from hugen');
  t.same([tokens, refusedAddresses], [['summarise', 'https://example.com/a'], []], 'what is wanted stays');
});

t.test('what is heard and not applied, or not required, names nobody', async (t) => {
  const namingIn = (query: string) => language.analyzeQuery(query).naming.trim();
  t.equal(namingIn('weather neither padelmaps nor hugen'), 'weather');
  t.equal(namingIn('weather never padelmaps'), 'weather');
  t.equal(namingIn('weather sans hugen or padelmaps'), 'weather');
  t.equal(namingIn('weather from https://hugen.tokyo/x'), 'weather from https://hugen.tokyo/x');
});

t.test('two words of what is sold in one, and short terms, are ordinary, and names are not', async (t) => {
  for (const word of ['onchain', 'websearch', 'qrcode', 'timezone', 'webscraping', 'spellcheck', 'stt', 'tts'])
    t.ok(language.isOrdinary(word), word);
  for (const name of ['nansen', 'hugen', 'padelmaps', 'loyalspark', 'coingecko'])
    t.notOk(language.isOrdinary(name), name);
});

t.test('a question in doubt refuses nothing', async (t) => {
  for (const query of [
    '今夜は雨ではないでしょうか',
    'このメールは詐欺じゃないですか',
    "it isn't going to rain, is it?",
    'isn’t this photo fake?',
  ]) {
    const { refused, doubted, groups } = language.analyzeQuery(query);
    t.same([refused, doubted], [[], []], query);
    t.notOk(
      groups.some(({ negated }) => negated),
      query,
    );
  }
});

t.test('romaji is read as the Japanese word that it spells, not as a misspelt English one', async (t) => {
  t.ok(termsOf('tenki', 'tenki').includes('weather'));
  t.notOk(termsOf('weather', 'weather').includes('tenki'));
});

t.test('no text makes the analysis throw, and each word of it is one token', async (t) => {
  const odd = [
    '',
    ' ',
    '\u0000',
    '\ud800',
    'a\udc00b',
    '😀🎉',
    '雨',
    '！？。、…',
    '안녕하세요 날씨',
    '今天天气怎么样',
    'ー'.repeat(2000),
    '天気予報'.repeat(500),
    'a'.repeat(2000),
    'weather '.repeat(250),
    '𠮷野家',
    '\u202eabc',
    '__proto__ constructor toString',
  ];
  for (const text of odd) {
    const analysis = language.analyzeQuery(text);
    t.equal(new Set(analysis.tokens).size, analysis.tokens.length, JSON.stringify(text.slice(0, 20)));
    t.doesNotThrow(() => {
      language.documentTerms(language.words(text));
      language.textVector(language.words(text));
      language.queryVector(analysis);
    });
  }
  t.same(tokensOf('weather '.repeat(250)), ['weather']);
});

// Eight clients with 2,000 Japanese characters each once kept everybody waiting for half a second.
t.test('a query of 500 characters has a bounded number of tokens, groups and alternatives', async (t) => {
  const sentence = '東京と大阪の明日の天気予報と気温、降水確率をまとめて取得したい。';
  const different = Array.from({ length: 500 }, (_, i) => String.fromCodePoint(0x4e00 + 37 * i)).join('');
  const words = Array.from({ length: 70 }, (_, i) => `word${i}`).join(' ');
  for (const long of [sentence.repeat(20), different, words]) {
    const { tokens, groups } = language.analyzeQuery(long.slice(0, 500));
    t.ok(tokens.length > 0 && tokens.length <= 16, `${tokens.length} tokens`);
    t.ok(groups.length > 0 && groups.length <= 20, `${groups.length} groups`);
    const most = Math.max(...groups.map(({ alternatives }) => alternatives.length));
    t.ok(most <= 20, `${most} alternatives`);
  }
  t.equal(queryStart(different, 80), different.slice(0, 80), 'each Japanese character may be a word');
  t.equal(queryStart(words, 80), words, 'and so is what stands between spaces');
  t.equal(queryStart('a/b%'.repeat(100), 80).length, 160, 'or between other signs');
});

t.test('a condition at the end of a long query counts', async (t) => {
  const { constraints } = language.analyzeQuery(`${'天気予報と気温を毎日まとめて取得したい。'.repeat(10)}0.01ドル以下`);
  t.same(constraints.maxPrice, { amount: '0.01', exclusive: false });
});
