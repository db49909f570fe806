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
  function end() {
    setDragged(null);
    setOver(null);
  }
  function drop(to: number) {
    if (dragged && links[to]?.id !== dragged.id) onMove(dragged, to);
    end();
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
            onDragEnd={end}
          >
            {can.move === 1 && <Icon name="drag" size={20} className={styles.handle ?? ''} />}
            <div className={styles.words}>
              <b>{title}</b>
              <span>{about || new URL(address).host}</span>
            </div>
            {can.move === 1 && (
              <>
                <MoveButton
                  icon="arrowUp"
                  label={t('up', { title })}
                  to={place - 1}
                  count={links.length}
                  onMove={(to) => onMove(link, to)}
                />
                <MoveButton
                  icon="arrowDown"
                  label={t('down', { title })}
                  to={place + 1}
                  count={links.length}
                  onMove={(to) => onMove(link, to)}
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

interface MoveButtonProps {
  icon: 'arrowUp' | 'arrowDown';
  label: string;
  /** The place that it moves to, from 0; there is none beyond the first and the last. */
  to: number;
  count: number;
  onMove: (to: number) => void;
}

/** At the end of its way it stays where it is, so that the keyboard does not lose its place. */
function MoveButton({ icon, label, to, count, onMove }: MoveButtonProps) {
  const isAtEnd = to < 0 || to >= count;
  return (
    <IconButton
      icon={icon}
      label={label}
      aria-disabled={isAtEnd}
      onPress={() => {
        if (!isAtEnd) onMove(to);
      }}
    />
  );
}
