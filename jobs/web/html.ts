/** The HTML of a page: what belongs in its head, and room for its content. Nothing is inline, for the policy would not let it in. */
import { escapeHtml } from '../../src/export/text.js';
import type { PageInfo } from '../../src/web/pages.js';

export interface PageFiles {
  page: PageInfo;
  /** Addresses. */
  script: string;
  /** Scripts that `script` imports: fetched beside it, not behind it. */
  chunks: string[];
  style: string;
  icon: string;
}

export function pageHtml({ page, script, chunks, style, icon }: PageFiles): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<link rel="icon" href="${icon}" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
${chunks.map((chunk) => `<link rel="modulepreload" href="${chunk}">\n`).join('')}<script type="module" src="${script}"></script>
</head>
<body>
<div id="app"><noscript><p class="no-script">Motif's pages need JavaScript: the chess runs in them. The service answers
without: see <a href="/openapi.json">the interface's description</a>.</p></noscript></div>
</body>
</html>
`;
}
