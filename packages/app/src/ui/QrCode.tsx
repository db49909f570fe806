import { create } from 'qrcode';
import { useMemo } from 'react';
import styles from './QrCode.module.css';

/** Modules of free space around it, which readers need. */
const QUIET_ZONE = 4;

/** A text as a QR code, dark on white whatever the theme: readers know it that way. Load it lazily. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => toPath(text), [text]);
  const edge = size + 2 * QUIET_ZONE;
  return (
    <svg
      className={styles.code}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${edge} ${edge}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

function toPath(text: string) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = [...data.keys()].filter((index) => data[index]);
  return { size, path: dark.map((index) => `M${index % size} ${Math.floor(index / size)}h1v1h-1z`).join('') };
}
