import { Explore } from '../explore/Explore.js';
import { mount } from '../mount.js';
import { Layout } from '../parts/Layout.js';
import { Pieces } from '../pieces/Pieces.js';

mount(
  <Layout page="explore" wide>
    <Pieces />
    <h1>Explore</h1>
    <p class="lead">The tactics of every scanned game: who had them, who played them, and who missed them.</p>
    <Explore />
  </Layout>,
);
