import type { ReactNode } from 'react';
import styles from './Card.module.css';
import { classes } from './classes.ts';

interface CardProps {
  children: ReactNode;
  /** More padding, for cards that are alone on a page. */
  isRoomy?: boolean;
}

/** A plain surface for things that belong together. */
export function Card({ children, isRoomy = false }: CardProps) {
  return <div className={classes(styles.card, isRoomy && styles.roomy)}>{children}</div>;
}
