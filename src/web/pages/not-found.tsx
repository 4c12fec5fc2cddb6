import { mount } from '../mount.js';
import { Layout } from '../parts/Layout.js';

mount(
  <Layout page="not-found">
    <h1>There is nothing here</h1>
    <p class="lead">The address is mistyped, or the page has moved.</p>
    <p>
      <a class="button button-primary" href="/">
        To the playground
      </a>
    </p>
  </Layout>,
);
