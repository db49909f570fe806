import 'react';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'kreide-monitor': { token?: string; 'begins-at'?: string };
    }
  }
}
