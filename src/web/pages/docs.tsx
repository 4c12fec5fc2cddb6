import { mount } from '../mount.js';
import { Docs } from '../docs/Docs.js';
import { Layout } from '../parts/Layout.js';
import { Pieces } from '../pieces/Pieces.js';

mount(
  <Layout page="docs" wide>
    <Pieces />
    <Docs />
  </Layout>,
);
