import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["app/vendor/", "screenshots/"] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-eval": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  { files: ["app/**"], languageOptions: { globals: globals.browser } },
  { files: ["tests/**", "tools/**"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
