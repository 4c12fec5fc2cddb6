import { wake } from '../engine/client.js';
import { mount } from '../mount.js';
import { Layout } from '../parts/Layout.js';
import { Pieces } from '../pieces/Pieces.js';
import { Playground } from '../playground/Playground.js';

// the kernel comes while the page is drawn
wake();
mount(
  <Layout page="playground" wide>
    <Pieces />
    <Playground />
  </Layout>,
);
