import { mount } from '../mount.js';
import { Layout } from '../parts/Layout.js';

mount(
  <Layout page="not-found">
    <h1>Page not found</h1>
    <p class="lead">The address may be mistyped, or the page may have moved.</p>
    <p>
      <a class="button button-primary" href="/">
        Go to the playground
      </a>
    </p>
  </Layout>,
);
