import { mount } from '../mount.js';
import { Layout } from '../parts/Layout.js';
import { Pieces } from '../pieces/Pieces.js';
import { Playground } from '../playground/Playground.js';

mount(
  <Layout page="playground" wide>
    <Pieces />
    <Playground />
  </Layout>,
);
