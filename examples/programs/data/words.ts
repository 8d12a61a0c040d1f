/** The words that the sample data is made of. Every place, office and company in it is invented. */

/** Invented prefectures, each with its name in Latin letters (for addresses under `.example`) and two municipalities. */
export const prefectures = [
  { name: '青葉県', latin: 'aoba', towns: ['こもれび市', '若葉町'] },
  { name: '白波県', latin: 'shiranami', towns: ['みなと見市', '貝殻町'] },
  { name: '月影県', latin: 'tsukikage', towns: ['三日月市', '宵待町'] },
  { name: '星見県', latin: 'hoshimi', towns: ['天の川市', '流星町'] },
  { name: '風早県', latin: 'kazahaya', towns: ['そよ風市', '風車町'] },
  { name: '雪代県', latin: 'yukishiro', towns: ['六花市', '氷柱町'] },
  { name: '花園県', latin: 'hanazono', towns: ['千輪市', '菜の花町'] },
  { name: '若草県', latin: 'wakakusa', towns: ['双葉丘市', '芽吹町'] },
  { name: '朝凪県', latin: 'asanagi', towns: ['暁浜市', '凪町'] },
  { name: '緑野県', latin: 'midorino', towns: ['深森市', '草笛町'] },
  { name: '茜原県', latin: 'akanehara', towns: ['夕映市', '紅葉野町'] },
  { name: '瑠璃県', latin: 'ruri', towns: ['群青市', '硝子町'] },
] as const

export const nation = { office: '架空未来産業庁', latin: 'mirai-sangyo' } as const

export interface Theme {
  name: string
  /** What the money is for, in the words of the filter. */
  purpose: string
  /** What an applicant does with it. */
  about: string
  alias: string
  targets: readonly string[]
  /** How likely the higher tiers are: the smaller, the higher. */
  lean: number
  /** In millions of yen, about. */
  size: number
  /** Only the nation offers it, and its page may not be passed on. */
  closed?: boolean
}

export const themes: readonly Theme[] = [
  theme('IT導入', 'digital', '業務ソフトやクラウドの導入', 'ソフト導入', ['smb', 'sole_proprietor'], 0.1, 4),
  theme('DX推進', 'digital', 'データ活用による業務の作り直し', 'デジタル変革', ['smb', 'midsize'], 0.5, 8),
  theme('省エネ設備更新', 'energy', '高効率な空調や照明への入れ替え', '省エネ', ['smb', 'midsize'], 0.4, 10),
  theme('太陽光発電導入', 'energy', '屋根への太陽光パネルと蓄電池の設置', '再エネ', ['smb', 'household'], 0.7, 6),
  theme('ものづくり設備投資', 'equipment', '試作と量産のための工作機械の購入', '設備投資', ['smb', 'midsize'], 0.3, 12),
  theme('ロボット導入', 'equipment', '組立や搬送の自動化', '自動化', ['smb', 'midsize'], 0.6, 15),
  theme('創業', 'startup', '開業の準備と最初の一年の経費', '起業', ['startup', 'sole_proprietor'], 0.5, 2),
  theme('事業承継', 'succession', '後継者への引き継ぎと店舗の改装', '後継者', ['smb', 'sole_proprietor'], 0.6, 5),
  theme('販路開拓', 'sales', '展示会への出展と広告', '販売促進', ['smb', 'sole_proprietor'], 0.5, 1),
  theme('海外展開', 'sales', '外国語の案内と輸出の認証', '輸出', ['smb', 'midsize'], 0.7, 6),
  theme('人材育成', 'training', '社員の研修と資格の取得', '研修', ['smb', 'npo'], 0.6, 1),
  theme('賃上げ応援', 'employment', '最低賃金の引き上げと生産性の向上', '賃金', ['smb'], 0.5, 3),
  theme('新規就農', 'agriculture', '農地の準備と農業機械の購入', '就農', ['farmer'], 0.5, 5),
  theme('スマート農業', 'agriculture', 'ドローンと水管理センサーの利用', '農業DX', ['farmer'], 0.6, 7),
  theme('鳥獣害対策', 'agriculture', '防護柵の設置と見回り', '獣害', ['farmer', 'npo'], 0.9, 1),
  theme('漁業近代化', 'fishery', '漁船の機関の更新と冷凍設備', '水産', ['fisher'], 0.8, 9),
  theme('森林整備', 'forestry', '間伐と作業道づくり', '林業', ['forester'], 0.8, 4),
  theme('観光拠点づくり', 'tourism', '宿と案内所の改修', '観光', ['smb', 'npo'], 0.7, 8),
  theme('商店街活性化', 'tourism', '空き店舗の活用と催し', '商店街', ['npo', 'sole_proprietor'], 0.7, 3),
  theme('空き家改修', 'housing', '空き家の耐震と断熱の工事', '住宅', ['household', 'npo'], 0.8, 2),
  theme('子育て支援施設整備', 'welfare', '保育室の増設と遊具の更新', '保育', ['npo'], 0.7, 10),
  theme('介護現場改善', 'welfare', '見守り機器と移乗リフトの購入', '福祉', ['npo', 'smb'], 0.7, 4),
  theme('研究開発', 'research', '大学との共同研究と試験', '技術開発', ['smb', 'startup'], 0.4, 20),
  theme('防災力強化', 'safety', '非常用電源と備蓄倉庫の整備', '防災', ['smb', 'npo'], 0.8, 3),
  {
    ...theme('月面農園実証', 'research', '月面を模した温室での栽培試験', '宇宙農業', ['startup'], 0.4, 50),
    closed: true,
  },
]

function theme(
  name: string,
  purpose: string,
  about: string,
  alias: string,
  targets: readonly string[],
  lean: number,
  size: number,
): Theme {
  return { name, purpose, about, alias, targets, lean, size }
}

/** How the money comes, and how a summary says so. */
export const kinds = [
  { name: '補助金', kind: 'subsidy', gives: '補助します' },
  { name: '助成金', kind: 'grant', gives: '助成します' },
  { name: '支援事業', kind: 'support', gives: '支援します' },
  { name: '融資制度', kind: 'loan', gives: '低利で融資します' },
] as const

export const targetNames: Readonly<Record<string, string>> = {
  smb: '中小企業',
  midsize: '中堅企業',
  sole_proprietor: '個人事業主',
  startup: '創業者',
  household: '住民',
  npo: '非営利団体',
  farmer: '農業者',
  fisher: '漁業者',
  forester: '林業者',
}

/** Invented companies: name, reading, Latin name, what they do, division of industry. */
export const companies = [
  ['架空商事株式会社', 'カクウショウジ', 'Kakuu Shoji', '文具と雑貨の卸売', 'I'],
  ['見本製作所株式会社', 'ミホンセイサクショ', 'Mihon Works', '金属部品の加工', 'E'],
  ['例示電機株式会社', 'レイジデンキ', 'Reiji Electric', '計測器の製造', 'E'],
  ['株式会社こもれび食品', 'コモレビショクヒン', 'Komorebi Foods', '惣菜の製造', 'E'],
  ['白波水産加工株式会社', 'シラナミスイサンカコウ', 'Shiranami Seafood', '水産物の加工', 'E'],
  ['三日月ソフトウェア株式会社', 'ミカヅキソフトウェア', 'Mikazuki Software', '業務ソフトの開発', 'G'],
  ['合同会社流星デザイン', 'リュウセイデザイン', 'Ryusei Design', '広告の企画', 'L'],
  ['そよ風運送株式会社', 'ソヨカゼウンソウ', 'Soyokaze Transport', '小口貨物の輸送', 'H'],
  ['六花酒造株式会社', 'リッカシュゾウ', 'Rikka Brewery', '清酒の醸造', 'E'],
  ['千輪園芸株式会社', 'センリンエンゲイ', 'Senrin Gardens', '花きの栽培', 'A'],
  ['双葉丘建設株式会社', 'フタバガオカケンセツ', 'Futabagaoka Construction', '住宅の改修', 'D'],
  ['株式会社暁浜旅館', 'アカツキハマリョカン', 'Akatsukihama Inn', '旅館の経営', 'M'],
  ['深森林業株式会社', 'フカモリリンギョウ', 'Fukamori Forestry', '素材の生産', 'A'],
  ['夕映染織株式会社', 'ユウバエセンショク', 'Yubae Textiles', '織物の染色', 'E'],
  ['群青硝子株式会社', 'グンジョウガラス', 'Gunjo Glass', '食器の製造', 'E'],
  ['模擬介護サービス株式会社', 'モギカイゴサービス', 'Mogi Care', '通所介護', 'P'],
  ['仮名印刷株式会社', 'カナインサツ', 'Kana Printing', '冊子の印刷', 'E'],
  ['株式会社ためし農園', 'タメシノウエン', 'Tameshi Farm', '野菜の栽培', 'A'],
  ['想定環境エンジニアリング株式会社', 'ソウテイカンキョウエンジニアリング', 'Sotei Engineering', '設備の設計', 'L'],
  ['株式会社つくりばなし書房', 'ツクリバナシショボウ', 'Tsukuribanashi Books', '書籍の小売', 'I'],
] as const
