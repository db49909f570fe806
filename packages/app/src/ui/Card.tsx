import type { ReactNode } from 'react';
import styles from './Card.module.css';
import { classes } from './classes.ts';

interface CardProps {
  children: ReactNode;
  /** Roomier, for cards that stand alone on a page. */
  isRoomy?: boolean;
}

/** A calm ground for things that belong together. */
export function Card({ children, isRoomy = false }: CardProps) {
  return <div className={classes(styles.card, isRoomy && styles.roomy)}>{children}</div>;
}
