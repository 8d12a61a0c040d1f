/** The page itself. It has no script, and none is taken from elsewhere. */
import type { HttpAnswer } from '../../carriers/http/message.ts'
import type { ServerContext } from '../server-context.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function docsPage({ agent }: ServerContext): HttpAnswer {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    },
    body: html(agent.title, agent.version),
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, letter => escapes[letter] ?? letter)
}

function html(title: string, version: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} API</title>
<link rel="icon" href="docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
<link rel="stylesheet" href="docs/assets/replywire.css">
</head>
<body>
<header class="bar">
<h1>${escaped(title)} <span>${escaped(version)}</span></h1>
<nav>
<a href="openapi.json">openapi.json</a>
<a href="health/ready">health</a>
</nav>
</header>
<main id="docs"></main>
<noscript><p class="bar">Without scripts there is the document itself: <a href="openapi.json">openapi.json</a>.</p></noscript>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/assets/replywire.js"></script>
</body>
</html>
`
}
