/** Ways to make a sender of webhooks knock at its own door. Each row must be refused before any socket is opened. */
import type { PostReason } from '../../src/runtime/webhooks/post.ts'

export interface Vector {
  /** `{port}` stands for a port of this machine that listens. */
  url: string
  reason: PostReason
  /** What each lookup of the name answers, in turn; the last one stays. */
  answers?: readonly (readonly string[])[]
  allowLoopback?: boolean
}

/** Addresses in the URL itself, in every spelling that some reader understands. */
const written: readonly Vector[] = [
  ...refused('reserved-address', [
    'https://127.0.0.1:{port}/',
    'https://127.0.0.2:{port}/',
    'https://127.255.255.254:{port}/',
    'https://127.1:{port}/',
    'https://127.0.1:{port}/',
    'https://2130706433:{port}/',
    'https://0x7f000001:{port}/',
    'https://0x7f.0x0.0x0.0x1:{port}/',
    'https://0X7F.1:{port}/',
    'https://0177.0.0.1:{port}/',
    'https://017700000001:{port}/',
    'https://00000177.0.0.1:{port}/',
    'https://127.0.0.1.:{port}/',
    'https://%31%32%37.0.0.1:{port}/',
    'https://１２７.０.０.１:{port}/',
    'https://127。0。0。1:{port}/',
    'https://①②⑦.0.0.1:{port}/',
    'https://0.0.0.0:{port}/',
    'https://0:{port}/',
    'https://0.1.2.3:{port}/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://100.100.100.200/latest/meta-data/',
    'https://168.63.129.16/metadata/',
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://0251.0376.0251.0376/',
    'https://169.254.170.2/v2/credentials/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.0.0.192/opc/v2/',
    'https://192.0.2.1/',
    'https://192.88.99.1/',
    'https://192.168.1.1/',
    'https://198.18.0.1/',
    'https://198.51.100.1/',
    'https://203.0.113.1/',
    'https://224.0.0.1/',
    'https://239.255.255.250/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]:{port}/',
    'https://[0:0:0:0:0:0:0:1]:{port}/',
    'https://[::]:{port}/',
    'https://[::ffff:127.0.0.1]:{port}/',
    'https://[::ffff:7f00:1]:{port}/',
    'https://[0:0:0:0:0:ffff:a9fe:a9fe]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::127.0.0.1]:{port}/',
    'https://[::ffff:0:127.0.0.1]:{port}/',
    'https://[64:ff9b::127.0.0.1]:{port}/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[64:ff9b:1::7f00:1]:{port}/',
    'https://[100::1]/',
    'https://[2001::1]/',
    'https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
    'https://[2001:2::1]/',
    'https://[2001:20::1]/',
    'https://[2001:db8::1]/',
    'https://[2002:7f00:1::]:{port}/',
    'https://[2002:a9fe:a9fe::1]/',
    'https://[3fff::1]/',
    'https://[5f00::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/latest/meta-data/',
    'https://[fe80::1]:{port}/',
    'https://[febf::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[4000::1]/',
  ]),
  ...refused('odd-host', ['https://134744072/', 'https://0x08.8.8.8/', 'https://010.8.8.8/', 'https://8.8.2056/']),
  ...refused('odd-host', ['https://8.8.8.8./', 'https://hooks.example.com.:{port}/']),
]

/** Addresses that one reader takes apart otherwise than another. */
const parsed: readonly Vector[] = [
  ...refused('bad-url', [
    '',
    'hooks.example.com',
    '//127.0.0.1:{port}/',
    'https:127.0.0.1:{port}/',
    'https:/127.0.0.1:{port}/',
    'https:///127.0.0.1:{port}/',
    'https:\\\\127.0.0.1:{port}\\',
    'https://hooks.example.com\\@127.0.0.1:{port}/',
    'https://127.0.0.1\\.hooks.example.com:{port}/',
    ' https://127.0.0.1:{port}/',
    'https://127.0.\t0.1:{port}/',
    'https://hooks.example.com/\r\nHost: 127.0.0.1',
    'https://127.0.0.1%00.hooks.example.com:{port}/',
    'https://127.0.0.256:{port}/',
    'https://[::1%25lo]:{port}/',
    'https://[fe80::1%25eth0]:{port}/',
    'https://[fe80::1%eth0]:{port}/',
    'https://[::1:{port}/',
    'https://hooks.example.com:0/',
    'https://hooks.example.com:99999/',
    `https://hooks.example.com/${'a'.repeat(5000)}`,
  ]),
  ...refused('userinfo', [
    'https://hooks.example.com@127.0.0.1:{port}/',
    'https://hooks.example.com:443@127.0.0.1:{port}/',
    'https://@127.0.0.1:{port}/',
    'https://127.0.0.1:{port}@hooks.example.com/',
  ]),
  ...refused('not-https', [
    'http://hooks.example.com/',
    'http://127.0.0.1:{port}/',
    'ftp://127.0.0.1:{port}/',
    'gopher://127.0.0.1:{port}/_x',
    'ws://127.0.0.1:{port}/',
    'unix://127.0.0.1:{port}/',
  ]),
]

/** Names that mean this machine or this network. */
const named: readonly Vector[] = refused('reserved-name', [
  'https://localhost:{port}/',
  'https://LOCALHOST:{port}/',
  'https://ⓛocalhost:{port}/',
  'https://hooks.localhost:{port}/',
  'https://printer.local/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://metadata/',
  'https://router.home.arpa/',
  'https://hooks.onion/',
])

/** Names whose answers are not public, or not all of them. */
const resolved: readonly Vector[] = [
  ['127.0.0.1'],
  ['169.254.169.254'],
  ['10.1.2.3'],
  ['::1'],
  ['::'],
  ['::ffff:127.0.0.1'],
  ['::ffff:8.8.8.8'],
  ['64:ff9b::a9fe:a9fe'],
  ['2002:7f00:1::'],
  ['fd00:ec2::254'],
  ['fe80::1%eth0'],
  ['8.8.8.8', '127.0.0.1'],
  ['2606:4700::1', '8.8.8.8', '::1'],
  ['127.0.0.1', '8.8.8.8'],
  ['0x7f.1'],
  ['2130706433'],
  ['127.1'],
  ['localhost'],
  [''],
].map(answer => ({ url: 'https://hooks.example.com:{port}/', reason: 'reserved-address', answers: [answer] }))

/** Loopback allowed, for a test or a sidecar: by its own name only. */
const loosened: readonly Vector[] = [
  { url: 'https://hooks.example.com:{port}/', reason: 'reserved-address', answers: [['127.0.0.1']] },
  { url: 'https://localhost:{port}/', reason: 'reserved-address', answers: [['10.0.0.1']] },
  { url: 'https://localhost:{port}/', reason: 'reserved-address', answers: [['127.0.0.1', '8.8.8.8']] },
  { url: 'http://hooks.example.com:{port}/', reason: 'not-https', answers: [['127.0.0.1']] },
  { url: 'http://10.0.0.1:{port}/', reason: 'not-https' },
  { url: 'https://10.0.0.1:{port}/', reason: 'reserved-address' },
  { url: 'https://0.0.0.0:{port}/', reason: 'reserved-address' },
  { url: 'https://[::ffff:127.0.0.1]:{port}/', reason: 'reserved-address' },
  { url: 'https://169.254.169.254/', reason: 'reserved-address' },
  { url: 'https://hooks.localhost:{port}/', reason: 'reserved-name' },
  { url: 'https://user@localhost:{port}/', reason: 'userinfo' },
].map(vector => ({ ...vector, allowLoopback: true }) as Vector)

export const vectors: readonly Vector[] = [...written, ...parsed, ...named, ...resolved, ...loosened]

/** Where a receiver sends us instead; `{port}` is a port that must not be knocked at. */
export const redirects: readonly { status: number; location: string }[] = [300, 301, 302, 303, 307, 308].flatMap(
  status =>
    ['http://127.0.0.1:{port}/', 'https://127.0.0.1:{port}/', '//127.0.0.1:{port}/', 'http://169.254.169.254/'].map(
      location => ({ status, location }),
    ),
)

/** Names that are public when they are asked for first. */
export const rebindings: readonly (readonly (readonly string[])[])[] = [
  [['8.8.8.8'], ['127.0.0.1']],
  [['8.8.8.8'], ['::1']],
  [
    ['8.8.8.8', '8.8.4.4'],
    ['8.8.8.8', '127.0.0.1'],
  ],
  [['2606:4700::1'], ['::ffff:127.0.0.1']],
  [['2606:4700::1'], ['169.254.169.254']],
]

function refused(reason: PostReason, urls: readonly string[]): Vector[] {
  return urls.map(url => ({ url, reason }))
}
