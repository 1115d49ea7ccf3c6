import { headJa, nearHeadJa, type StatusForm, statusForms } from './statusForm.js';

// What is checked itself: addresses, accounts, facts; 本人確認 and 署名検証 are subjects.
const things =
  'メール|アドレス|アカウント|ユーザー|会員|電話|番号|本人|身元|個人|顧客|情報|データ|ニュース|レビュー|契約|コントラクト|口座|署名|証明書|トークン|企業|会社|法人|サイト|ドメイン|住所|事実';
const notOfThings = `(?<!未|不|年齢|顔|指紋|生体|段階|要素|取引|${things})`;
// 検証済みの企業検索: what is checked is the search.
const tool =
  '[^をがにへ、。]{0,8}(?:検索|照会|調査|判定|チェック|検出|解析|分析|生成|変換|抽出|取得|配信|翻訳|監視|追跡|api|サービス|エンドポイント|ツール)';
const notThings = `(?![^、。]{0,6}(?:${things})(?!${tool}))`;

// What is said of services wherever it stands, and what may be said of much else.
const strong = '(?:動作[をがの]?)?検証|審査|動作[をがの]?(?:確認|テスト|チェック)';
const check = `(?:${strong}|承認|確認|認証|チェック|テスト|監査|レビュー)`;
const strongCheck = `(?:${strong})`;
const particle = '(?:は|が|を|に|も|の|まで|にも)?';

// 検証が済んで(いる), 審査に通って(いない): each as far as its て.
const done =
  '(?:(?:さ|なさ|行わ)れて|し(?:てあっ)?て|済んで|すんで|終わって|終えて|完了して|取れて|とれて|できて|出来て|通って|通過して|合格して|パスして|クリアして|受けて|経て)';
const past =
  '(?:(?:さ|なさ|行わ)れた|済んだ|すんだ|終わった|終えた|完了した|取れた|とれた|できた|通った|通過した|合格した|パスした|クリアした|受けた|経た)';
const isDone = `(?:${particle}(?:完了|通過|合格)?(?:済|ず)み|${particle}済(?!み)|${particle}${past}|${particle}(?!して(?:い)?る)${done}(?:い)?る|${particle}してある|${particle}${done}(?:おり|いて))`;
const notDone = `(?:${particle}${done}(?:は)?(?:い)?(?:ない|なく|ません)|(?:が|は|も)まだ|(?:が|の|も)?(?:未了|未完了|未済|未実施)|待ち|前(?=の)|${particle}(?:な(?:い|し)|無し)(?=の|、|。|\\s*$))`;
const some =
  '(?:(?:誰か|だれか|人|運営|第三者|専門家|他の人|ほかの人)(?:が|に|によって|により)(?:実際に|ちゃんと|すでに|既に)?)';
const none = '(?:(?:まだ|いまだに?|未だに?)?(?:誰も|だれも|誰にも|だれにも|一度も|いちども)?(?:まだ)?)';
const only =
  '(?:の(?:もの)?|な(?:もの)?|もの)?(?:のみ|だけ|に限定|限定|に限る|に限って|に絞って)(?:の|で|に)?';
const ending = '(?:の|な|で)?';
const nearOrEnd = String.raw`(?:${nearHeadJa(16)}|(?=\s*$))`;

/** That services are checked or not, as it is said in Japanese; 検証済みのメールアドレス is not meant. */
export const checkedInJapanese: StatusForm[] = [
  ...statusForms('unverified', [
    `${none}${notOfThings}(?:未${check}|${check}${notDone})(?!(?:もの|の)?も(?!の))${ending}(?:(?:もの|やつ)?(?:のみ|だけ)(?:の|で)?)?${nearOrEnd}`,
    `${none}${notOfThings}(?:未${strongCheck}の|${strongCheck}(?:待ち|前)の|${strongCheck}${notDone})${notThings}(?![^、。]{0,2}もの)`,
  ]),
  ...statusForms('verified', [
    '(?:検証|認証|審査|承認)(?:済み?)?の?(?:マーク|バッジ)(?:(?:の|が)?(?:付き|つき|付いた|ついた|付いて(?:い)?る|ある|あり)|を持つ)(?:の|な)?',
    `${notOfThings}${check}${isDone}${only}`,
    `${some}${notOfThings}${check}(?:${isDone}|した|して(?:い)?る|してくれた)${ending}${notThings}`,
    `${notOfThings}${check}${isDone}${ending}${nearOrEnd}`,
    `${notOfThings}${strongCheck}${isDone}${ending}(?:(?:${headJa})?(?:のみ|だけ)(?:の|で|から)?)?${notThings}`,
  ]),
];
