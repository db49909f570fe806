import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './PickRow.module.css';

/** A row with one button that chooses it: the whole row is pressed, not the button alone. */
export function PickRow({ className, children }: { className: string | undefined; children: ReactNode }) {
  return <div className={classes(styles.row, className)}>{children}</div>;
}
