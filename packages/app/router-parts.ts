import type { Plugin } from 'vite';

const ROUTER = /\/node_modules\/react-router\/dist\/production\/lib\/.*\.js$/;

/**
 * Leaves out of the router what the app does not import. Each of its components is given a name for development tools at module
 * load, which keeps it and all that it needs in every build.
 */
export function routerInParts(): Plugin {
  return {
    name: 'router-in-parts',
    apply: 'build',
    transform(code, id) {
      if (!ROUTER.test(id)) return null;
      return {
        code: code
          .replace(/^\w+\.displayName = "[\w.]+";$/gm, '')
          .replace(
            /^(const \w+ = )((?:React\$?\d*\.(?:forwardRef|memo|createContext)|createContext)\()/gm,
            '$1/* @__PURE__ */ $2',
          )
          // Measuring its steps from outside.
          .replace(/\b(?:init|opts\??)\.instrumentations\b|(?<== )consumeInstrumentation\w+\(router\)/g, 'undefined'),
        map: null,
      };
    },
  };
}
