/**
 * What the compiler cannot hold: the direction of imports, and habits that make mistakes.
 *
 * Layout is Prettier's alone. `src/kernel` is AssemblyScript, whose types TypeScript's own service misreads (`i32` is a number to it),
 * so rules that ask for types stop at its door.
 */
import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { direction } from './lint/direction.js';

/** What is AssemblyScript. */
const ASSEMBLY = ['src/kernel/**/*.ts', 'test/bench/network/learner/*.ts'];

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', '**/*.d.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    plugins: { motif: { rules: { direction } } },
    rules: {
      'motif/direction': 'error',
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
    },
  },

  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ASSEMBLY,
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
    files: ASSEMBLY,
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
