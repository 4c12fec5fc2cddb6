/** What all pages have around their content: a skip link, the name, the navigation, and what is told at the foot. */
import type { ComponentChildren, TargetedMouseEvent } from 'preact';
import { PAGES } from '../pages.js';
import { ENGINE } from '../../tactics/version.js';

interface LayoutProps {
  /** The page's name in `pages.ts`. */
  page: string;
  /** Uses the window's whole width, as boards and tables do; else lines keep a length that reads well. */
  wide?: boolean;
  children: ComponentChildren;
}

export function Layout({ page, wide = false, children }: LayoutProps) {
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        Skip to the content
      </a>
      <header class="top">
        <div class="top-inner">
          <a class="brand" href="/" aria-label="Motif, home">
            <Logo />
            <span>Motif</span>
          </a>
          <nav aria-label="Pages">
            <ul>
              {PAGES.filter(({ nav }) => nav !== null).map(({ name, path, nav, own }) => (
                <li key={name} class={own === true ? 'own' : undefined}>
                  <a href={path} aria-current={name === page ? 'page' : undefined}>
                    {nav}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>
      <main id="content" tabIndex={-1} class={wide ? 'wide' : 'column'}>
        {children}
      </main>
      <footer class="foot">
        <p>
          Motif {ENGINE.version}, engine <code>{ENGINE.signature}</code>. The same position always gets the same answer.
        </p>
        <p>
          <a href="/docs">Documentation</a> <a href="/openapi.json">OpenAPI</a> <a href="/api/v1/health">Health</a>{' '}
          <a href="/licences.txt">Licences</a>
        </p>
      </footer>
    </>
  );
}

/** Without a word in the address: pages keep a view or a token behind its `#`. */
function skip(event: TargetedMouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** A knight's leap: one square forks two. */
function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" class="logo-ground" />
      <path d="M16 24V15M16 15 8 8.5M16 15l8-6.5" class="logo-line" />
      <circle cx="16" cy="24" r="3.2" class="logo-root" />
      <circle cx="8" cy="8.5" r="3.2" class="logo-prong" />
      <circle cx="24" cy="8.5" r="3.2" class="logo-prong" />
    </svg>
  );
}
