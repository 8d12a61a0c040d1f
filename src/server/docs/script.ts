/** Starts Swagger UI, and follows the reader's preference for light or dark. */
export const script = `'use strict'
const dark = window.matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', paint)
paint()
window.SwaggerUIBundle({
  url: new URL('openapi.json', document.baseURI).href,
  domNode: document.getElementById('docs'),
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`
