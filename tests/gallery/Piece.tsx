import type { ReactNode } from 'react';

/** One piece of `ui/`, by the name of its file, in each of its states. */
export function Piece({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} data-piece={name}>
      <h2>{name}</h2>
      <div className="gallery-states">{children}</div>
    </section>
  );
}

/** A place as wide as a field in a form. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className="gallery-wide">{children}</div>;
}
