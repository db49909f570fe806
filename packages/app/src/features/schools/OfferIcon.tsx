import type { ListedOffer } from '@kreide/core/kernel';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Offers.module.css';

/** The sign of an offer in the colour of its partner, beside its name. */
export const OfferIcon = ({ icon, color }: Pick<ListedOffer, 'icon' | 'color'>) => (
  <span className={styles.icon} style={{ '--offer': color } as React.CSSProperties} aria-hidden="true">
    <Icon name={icon} size={20} />
  </span>
);
