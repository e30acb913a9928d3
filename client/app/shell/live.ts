import { useEffect } from 'react';
import { baseApi } from '../../api/base-api';
import { closeSocket, openSocket } from '../../realtime/socket';
import { connectionChanged } from '../../state/connection';
import { store } from '../store';

/** Opens the socket while somebody is signed in; what was read in one session is gone in the next. */
export function useLive(): void {
  useEffect(() => {
    openSocket(store.dispatch);
    return () => {
      closeSocket();
      store.dispatch(connectionChanged({ mayAsk: false }));
      store.dispatch(baseApi.util.resetApiState());
    };
  }, []);
}
