import { useStore } from 'zustand';
import { branding } from '../kernel/branding.ts';
import styles from './Brand.module.css';

/** Logo and name of the active brand. */
export function Brand() {
  const { brand, logo } = useStore(branding);
  return (
    <span className={styles.brand}>
      <img src={logo} alt="" width="36" height="36" />
      <span>{brand.app_name}</span>
    </span>
  );
}
