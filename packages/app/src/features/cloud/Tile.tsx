import { kindOf } from '@kreide/core/features/cloud';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Cloud.module.css';

interface TileProps {
  isFolder?: boolean;
  extension: string;
  /** Address of a small picture of it. */
  picture?: string | null;
}

/** Shows the kind of a file at a glance: its picture, else a sheet with its extension; a folder is one. Words say the rest. */
export function Tile({ isFolder = false, extension, picture = null }: TileProps) {
  if (picture !== null)
    return <img className={styles.tile} src={picture} alt="" width={44} height={44} loading="lazy" />;
  return (
    <span className={styles.tile} data-kind={isFolder ? 'folder' : kindOf(extension)} aria-hidden="true">
      {isFolder || extension === '' ? <Icon name={isFolder ? 'folder' : 'list'} /> : extension.slice(0, 4)}
    </span>
  );
}
