import { mount } from '../mount.js';
import { Layout } from '../parts/Layout.js';

mount(
  <Layout page="docs">
    <h1>Documentation</h1>
    <p class="lead">
      The interface is described in <a href="/openapi.json">OpenAPI</a>, and can be <a href="/docs/try">tried</a>.
    </p>
  </Layout>,
);
