import { mount } from '../mount.js';
import { Layout } from '../parts/Layout.js';
import { Board } from '../parts/Board.js';
import { Pieces } from '../pieces/Pieces.js';
import { START_FEN } from '../position.js';

mount(
  <Layout page="playground" wide>
    <Pieces />
    <h1>Playground</h1>
    <Board fen={START_FEN} />
  </Layout>,
);
