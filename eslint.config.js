/**
 * What the compiler cannot hold: the direction of imports, and habits that make mistakes.
 *
 * Layout is Prettier's alone. `src/kernel` is AssemblyScript, whose types TypeScript's own service misreads (`i32` is a number to it),
 * so rules that ask for types stop at its door.
 */
import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/**
 * Who may import whom: each folder of `src`, and what of `src` it may use beside itself and `paths.ts`. Down the house only:
 * jobs, api -> pipeline, export -> store, pgn, archive, tactics -> kernel, and the kernel through its wasm alone.
 */
const MAY_IMPORT = {
  kernel: [],
  tactics: ['pgn'],
  pgn: ['tactics'], // types only: see below
  archive: ['pgn/bytes.ts', 'pgn/transcode.ts'],
  store: ['pgn', 'tactics'],
  export: ['store', 'pgn', 'tactics'],
  pipeline: ['store', 'archive', 'pgn', 'tactics'],
  web: [],
  api: ['pipeline', 'export', 'store', 'archive', 'pgn', 'tactics', 'web'],
};

const zones = [
  ...Object.entries(MAY_IMPORT).map(([folder, others]) => ({
    target: `./src/${folder}`,
    from: './src',
    except: [folder, ...others, ...(folder === 'kernel' ? [] : ['paths.ts'])].map((path) => `./${path}`),
    message: `src/${folder} may import ${others.length === 0 ? 'only itself' : `${others.join(', ')} and itself`}: imports run downward.`,
  })),
  { target: './jobs', from: './src/kernel', message: 'The kernel is reached through src/tactics.' },
  { target: './src', from: ['./jobs', './test'], message: 'Nothing in src imports jobs or test.' },
  { target: './jobs', from: './test', message: 'Nothing in jobs imports test.' },
];

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', '**/*.d.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    plugins: { 'import-x': importX },
    settings: {
      // Imports name the compiled file; the kernel's name none.
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.js'], extensionAlias: { '.js': ['.ts', '.js'] } }),
      ],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      'import-x/no-duplicates': 'error',
    },
  },

  {
    files: ['**/*.ts'],
    ignores: ['src/kernel/**'],
    extends: [js.configs.recommended, tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // Numbers in messages are no mistake.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      // Text here is FEN, squares and moves: there are no emojis to tear, and control characters are looked for on purpose.
      '@typescript-eslint/no-misused-spread': 'off',
      'no-control-regex': 'off',
      '@typescript-eslint/prefer-for-of': 'off', // loops over bytes count
      '@typescript-eslint/no-empty-function': 'off',
      // `bytes[i]!` beside its bound is the plain way to read bytes: TypeScript cannot count, and `?? 0` would hide a mistake.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['src/pgn/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '/tactics/',
              allowTypeImports: true,
              message: 'src/pgn knows the types of src/tactics, and calls nothing there.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/kernel/**/*.ts'],
    extends: [js.configs.recommended],
    languageOptions: { parser: tseslint.parser },
    rules: {
      'no-undef': 'off', // i32, load, store and the like are AssemblyScript's
      'no-loss-of-precision': 'off', // u64
      'no-useless-assignment': 'off', // a declaration without a value has none in TypeScript's eyes, and 0 in the kernel's
    },
  },
  {
    files: ['**/*.js'],
    extends: [js.configs.recommended],
  },
);
