import type { Link } from '@kreide/core/features/links';
import { useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Links.module.css';

interface LinkListProps {
  links: readonly Link[];
  onEdit: (link: Link) => void;
  onRemove: (link: Link) => void;
  /** @param to its new place, from 0 */
  onMove: (link: Link, to: number) => void;
}

/** The links in their order: each is dragged to another place, or moved by its two buttons. */
export function LinkList({ links, onEdit, onRemove, onMove }: LinkListProps) {
  const { t } = useTranslation('links');
  const [dragged, setDragged] = useState<Link | null>(null);
  const [over, setOver] = useState<number | null>(null);
  function drop(to: number) {
    if (dragged && links[to]?.id !== dragged.id) onMove(dragged, to);
    setDragged(null);
    setOver(null);
  }
  return (
    <ul className={styles.list} aria-label={t('list')}>
      {links.map((link, place) => {
        const { id, title, address, about, can } = link;
        return (
          <li
            key={id}
            className={styles.row}
            data-over={over === place || undefined}
            draggable={can.move === 1}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', title);
              setDragged(link);
            }}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              setOver(place);
            }}
            onDrop={(event) => {
              event.preventDefault();
              drop(place);
            }}
            onDragEnd={() => drop(-1)}
          >
            {can.move === 1 && <Icon name="drag" size={20} className={styles.handle ?? ''} />}
            <div className={styles.words}>
              <b>{title}</b>
              <span>{about || new URL(address).host}</span>
            </div>
            {can.move === 1 && (
              <>
                <IconButton
                  icon="arrowUp"
                  label={t('up', { title })}
                  isDisabled={place === 0}
                  onPress={() => onMove(link, place - 1)}
                />
                <IconButton
                  icon="arrowDown"
                  label={t('down', { title })}
                  isDisabled={place === links.length - 1}
                  onPress={() => onMove(link, place + 1)}
                />
              </>
            )}
            {can.update === 1 && <IconButton icon="edit" label={t('edit', { title })} onPress={() => onEdit(link)} />}
            {can.delete === 1 && (
              <IconButton icon="trash" label={t('remove', { title })} onPress={() => onRemove(link)} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
