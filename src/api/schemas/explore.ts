/**
 * What the explorer may be asked, as the parameters of an address: all of them text, so that the address of the page is the question.
 * Descriptions say what has to be there, to whoever sends something else.
 */
import { Type, type Static } from 'typebox';
import { ORDERS, OUTCOMES } from '../../store/search/wish.js';
import { FORMATS } from '../../export/formats.js';
import { FILE_FORMATS } from '../../explore/tasks.js';

const oneOf = (values: readonly string[]) => Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...values] }));
const number = (digits: number) =>
  Type.Optional(
    Type.String({ pattern: `^[0-9]{1,${digits}}$`, description: `a whole number from 0 to ${'9'.repeat(digits)}` }),
  );
const name = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }));
const date = Type.Optional(
  Type.String({
    pattern: '^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$',
    description: 'a day, month or year, such as 2024-01-31, 2024-01 or 2024',
  }),
);

const wish = {
  pattern: Type.Optional(
    Type.String({
      pattern: '^[a-z_]+(,[a-z_]+)*$',
      maxLength: 200,
      description: 'names of patterns with commas between them',
    }),
  ),
  gain: number(5),
  maxgain: number(5),
  mate: oneOf(['yes', 'no']),
  side: oneOf(['white', 'black', 'player', 'opponent']),
  outcome: oneOf(OUTCOMES),
  player: name,
  white: name,
  black: name,
  minelo: number(4),
  maxelo: number(4),
  since: date,
  until: date,
  event: name,
  eco: Type.Optional(
    Type.String({ pattern: '^[A-Ea-e][0-9]{0,2}$', description: 'an ECO code or its beginning, such as B90, B9 or B' }),
  ),
  archive: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  order: oneOf(ORDERS),
};

export const WishQuery = Type.Object(wish);
export type WishQuery = Static<typeof WishQuery>;

export const PageQuery = Type.Object({
  ...wish,
  limit: number(2),
  after: Type.Optional(Type.String({ maxLength: 500 })),
});
export type PageQuery = Static<typeof PageQuery>;

export const FileQuery = Type.Object({ ...wish, format: oneOf(FILE_FORMATS) });
export type FileQuery = Static<typeof FileQuery>;

export const PuzzlesQuery = Type.Object({ ...wish, format: oneOf(FORMATS.map((format) => format.name)) });
export type PuzzlesQuery = Static<typeof PuzzlesQuery>;
