import { useLocation } from 'react-router';
import { CloudsScreen, LiteCloudsScreen } from './CloudsScreen.tsx';
import { CreateFolderScreen, FilesScreen, UploadScreen } from './FilesScreen.tsx';

/** By the first word after `/cloud`. */
const SCREENS = new Map([
  ['lite', LiteCloudsScreen],
  ['files', FilesScreen],
  ['upload', UploadScreen],
  ['create', CreateFolderScreen],
]);

/** The page of an address below `/cloud`. */
export function CloudScreen() {
  const [, , word = ''] = useLocation().pathname.split('/');
  const Screen = SCREENS.get(word) ?? CloudsScreen;
  return <Screen key={word} />;
}
