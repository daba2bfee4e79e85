import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import ts from 'typescript-eslint';

const slowTables = 'Loading its tables keeps a slow phone busy: see shared/format-number.ts.';

export default ts.config(
  { ignores: ['node_modules', '.cache', 'build', 'data', 'screenshots', 'public'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    files: ['app/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['app/**/*.{ts,tsx}', 'contract/**/*.ts'],
    ignores: ['**/*.test.*'],
    rules: {
      'no-restricted-globals': ['error', { name: 'Intl', message: slowTables }],
      'no-restricted-properties': [
        'error',
        ...['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map((property) => ({
          property,
          message: slowTables,
        })),
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      'no-undef': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // One way to write an import: `./` within a folder, an alias (`~/`, `#backend/`) from elsewhere.
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^\\.\\./(?!.*\\.(mjs|json|js)$)',
              message: 'Use the alias of the room: ~/, #backend/, #engine/ …',
            },
          ],
        },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['{scripts,tools}/**/*.mjs', '*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        performance: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
      },
    },
  },
);
