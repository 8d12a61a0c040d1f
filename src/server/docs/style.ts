/** The little that Swagger UI lacks: a bar at the top, and no white flash in the dark. */
export const style = `:root { --paper: #fafafa; --ink: #1b2430; --line: #d8dde3; --link: #1f5fbf; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1c2022; --ink: #e4e6e6; --line: #3b4145; --link: #7db4ff; }
}
html { box-sizing: border-box; overflow-y: scroll; }
*, *::before, *::after { box-sizing: inherit; }
body { margin: 0; background: var(--paper); color: var(--ink); font-family: system-ui, sans-serif; }
.bar {
  display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: baseline; justify-content: space-between;
  max-width: 1460px; margin: 0 auto; padding: 0.9rem 20px; border-bottom: 1px solid var(--line);
}
.bar h1 { margin: 0; font-size: 1.5rem; }
.bar span { font-weight: normal; opacity: 0.7; }
.bar nav { display: flex; gap: 1.25rem; }
.bar a { color: var(--link); }
/* The bar has the title; an agent states no licence. */
.swagger-ui .info hgroup.main, .swagger-ui .info__contact, .swagger-ui .info__license { display: none; }
.swagger-ui .info { margin: 1rem 0; }
.swagger-ui .scheme-container { margin-bottom: 1rem; padding: 1rem 0; }
/* Too faint in its own dark mode. */
html.dark-mode .swagger-ui .headers .header-col { color: var(--ink); }
`
