import { useGoOn } from './use-go-on';
import { usePhotoList } from './use-photo-list';
import { useSavedUntilLogin } from './use-saved-until-login';
import { useSending } from './use-sending';

/** Checks each photo, sends it or stores it until login, then goes on to the faces. */
export function useSeveralUploads(first: File[], isLoggedIn: boolean) {
  const { photos, excess, add, replace, change, remove } = usePhotoList(first, isLoggedIn ? 'waiting' : 'ready');
  const { stop, stopAll } = useSending(photos, change);
  const isSaved = useSavedUntilLogin(photos, isLoggedIn);
  const goOn = useGoOn(photos);
  return {
    photos,
    excess,
    add,
    replace,
    remove: (id: number) => {
      stop(id);
      remove(id);
    },
    cancel: stopAll,
    isSaved,
    goOn,
  };
}
