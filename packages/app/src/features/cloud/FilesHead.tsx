import {
  CLOUD_SORTINGS,
  type Cloud,
  type CloudDirection,
  type CloudFileDetails,
  type CloudOrder,
} from '@kreide/core/features/cloud';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { toAccepted } from '../../kernel/chosen-files.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { WayBack } from '../../kernel/WayBack.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Link } from '../../ui/Link.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Cloud.module.css';

/** The way from all clouds to where one is. */
export function Crumbs({ cloud, folder }: { cloud: Cloud; folder: CloudFileDetails | null }) {
  const { t } = useTranslation(['cloud', 'shell']);
  const base = `/cloud/files/${cloud.id}`;
  const places = [
    { href: '/cloud', name: t('title') },
    { href: base, name: cloud.meta.displayname },
    ...(folder ? [...folder.parents, folder] : []).map(({ uuid, name }) => ({ href: `${base}/${uuid}`, name })),
  ];
  return (
    <>
      <WayBack href={places.at(-2)?.href ?? '/cloud'} label={t('shell:back')} />
      <nav className={styles.crumbs} aria-label={t('files.path')}>
        <ol>
          {places.map(({ href, name }, at) => (
            <li key={href}>
              {at > 0 && <Icon name="chevronRight" size={16} />}
              <Link to={href} aria-current={at === places.length - 1 ? 'page' : undefined}>
                {name}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
    </>
  );
}

export interface Sorting {
  orderBy: CloudOrder;
  orderDir: CloudDirection;
}

interface SearchAndSortProps {
  typed: string;
  onType: (text: string) => void;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

/** Search and sorting of a list (C-2.118). */
export function SearchAndSort({ typed, onType, sorting, onSort }: SearchAndSortProps) {
  const { t } = useTranslation('cloud');
  const keyOfSorting = ({ orderBy, orderDir }: Sorting) => `${orderBy}_${orderDir}` as const;
  return (
    <search className={styles.filters} aria-label={t('files.search')}>
      <SearchField label={t('files.search')} value={typed} onChange={onType} />
      <Select
        label={t('files.sort')}
        options={CLOUD_SORTINGS.map((one) => ({ key: keyOfSorting(one), text: t(`sortings.${keyOfSorting(one)}`) }))}
        value={keyOfSorting(sorting)}
        onChange={(key) => onSort(CLOUD_SORTINGS.find((one) => keyOfSorting(one) === key) ?? sorting)}
      />
    </search>
  );
}

interface BringingProps {
  canUpload: boolean;
  /** What the folder takes, by extension; empty: every file. */
  extensions: readonly string[];
  /** Several can be chosen (C-4.73). */
  canChoose: boolean;
  /** Where the bin is; null: whoever can delete nothing here has nothing in it. */
  bin: string | null;
  onFiles: (files: readonly File[]) => void;
  onFolder: () => void;
  /** Null: no document can be begun here. */
  onDocument: (() => void) | null;
  onChoose: () => void;
}

/** What can be brought in, and the way to choosing several. */
export function Bringing(props: BringingProps) {
  const { canUpload, extensions, canChoose, bin, onFiles, onFolder, onDocument, onChoose } = props;
  const { t } = useTranslation('cloud');
  if (!canUpload && !canChoose && bin === null) return null;
  return (
    <div className={styles.buttons}>
      {canUpload && (
        <>
          <FileTrigger
            allowsMultiple
            acceptedFileTypes={toAccepted(extensions)}
            onSelect={(list) => onFiles([...(list ?? [])])}
          >
            <Button look="primary" icon="upload">
              {t('actions.upload')}
            </Button>
          </FileTrigger>
          <Button icon="folder" onPress={onFolder}>
            {t('actions.folder')}
          </Button>
          {onDocument && (
            <Button icon="edit" onPress={onDocument}>
              {t('actions.create')}
            </Button>
          )}
        </>
      )}
      {canChoose && (
        <Button look="quiet" icon="checkCircle" onPress={onChoose}>
          {t('actions.choose')}
        </Button>
      )}
      {bin !== null && (
        <Link to={bin} className={styles.way}>
          <Icon name="trash" size={20} />
          {t('bin.title')}
        </Link>
      )}
    </div>
  );
}

interface SelectBarProps {
  count: number;
  canMove: boolean;
  canDelete: boolean;
  onAll: () => Promise<void>;
  onMove: () => void;
  onDelete: () => void;
  onLeave: () => void;
}

/** The actions for all chosen entries (C-2.119). */
export function SelectBar({ count, canMove, canDelete, onAll, onMove, onDelete, onLeave }: SelectBarProps) {
  const { t } = useTranslation('cloud');
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('select.label')}>
      <Button look="inverse" icon="close" onPress={onLeave}>
        {t('select.done')}
      </Button>
      <strong role="status">{t('select.count', { count })}</strong>
      <Button look="inverse" onPress={() => void onAll()}>
        {t('select.all')}
      </Button>
      <Button look="inverse" icon="move" isDisabled={!canMove} onPress={onMove}>
        {t('actions.move')}
      </Button>
      <Button look="inverse" icon="trash" isDisabled={!canDelete} onPress={onDelete}>
        {t('actions.delete')}
      </Button>
    </div>
  );
}
