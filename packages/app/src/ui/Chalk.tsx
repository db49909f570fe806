import { chalkLine, chalkStroke } from '@kreide/core/kernel';
import styles from './Chalk.module.css';
import { classes } from './classes.ts';

/** Ids of the grains, the last one for lettering of at least 28 px; `ChalkGrain` declares them once a page. */
const GRAIN = { fine: 'chalk-fine', full: 'chalk-full', letters: 'chalk-letters' } as const;

/** The filters that give wide strokes the grain of chalk: once a page, beside everything that is drawn with them. */
export function ChalkGrain() {
  return (
    <svg className={styles.grain} aria-hidden="true" focusable="false">
      <Grain id={GRAIN.fine} frequency={0.9} scale={1} strength="-1.9 1.85" />
      <Grain id={GRAIN.full} frequency={0.8} scale={1.4} strength="-2.2 1.9" />
      <Grain id={GRAIN.letters} frequency={0.75} scale={1.6} strength="-1.5 1.62" />
    </svg>
  );
}

function Grain({ id, frequency, scale, strength }: { id: string; frequency: number; scale: number; strength: string }) {
  return (
    <filter id={id} x="-10%" y="-30%" width="120%" height="160%" colorInterpolationFilters="sRGB">
      <feTurbulence type="fractalNoise" baseFrequency={frequency} numOctaves={2} seed={4} result="noise" />
      <feDisplacementMap
        in="SourceGraphic"
        in2="noise"
        scale={scale}
        xChannelSelector="R"
        yChannelSelector="G"
        result="drawn"
      />
      <feColorMatrix in="noise" values={`0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ${strength}`} result="grain" />
      <feComposite in="drawn" in2="grain" operator="in" />
    </filter>
  );
}

interface ChalkUnderlineProps {
  seed: number;
  /** Under something chosen: thin and smooth; under the next room: wide, with grain. */
  look?: 'chosen' | 'room';
  className?: string | undefined;
}

/** A stroke below a word; as wide as its container, in the text colour. */
export function ChalkUnderline({ seed, look = 'chosen', className }: ChalkUnderlineProps) {
  const width = look === 'room' ? 5 : 2.6;
  const line = chalkLine([1, 4.5], [99, 4.5], seed, 0.9, 4);
  return (
    <svg
      className={classes(styles.underline, className)}
      viewBox="0 0 100 9"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={chalkStroke(line, width, seed)} filter={look === 'room' ? `url(#${GRAIN.fine})` : undefined} />
    </svg>
  );
}
