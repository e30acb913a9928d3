import type {
  AddressBookRow,
  CallOutMessage,
  CallOutMessageRow,
  DeviceCallRow,
  DevicePage,
  IdentityAnswerInfo,
  ImageCommentRow,
  PictureKind,
  PictureList,
  RevealedPhone,
  RevealPhone,
  SavedContact,
  SaveEmergencyContact,
} from '../../../contract/cases/borrowers';
import type { ContactList } from '../../../contract/cases/cases';
import { PAGE_SIZE } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { ofTask } from '../../domain/cases/of-task';
import { post } from '../../api/endpoints';

export interface PageOfCase {
  taskId: number;
  page: number;
}
/** Each look is written down, so a picture has no tag and is asked for once; one that took its place has another `takenAt`. */
interface OnePicture {
  taskId: number;
  kind: PictureKind;
  takenAt: string | null;
}
interface NewComment {
  taskId: number;
  /** Null: on the identity document as a whole. */
  kind: PictureKind | null;
  comment: string;
}

const sized = (page: number) => ({ page, size: PAGE_SIZE.table });

const identityOf = {
  query: (id: number) => ({ path: `task/userAlibabaInfo/${id}` }),
  providesTags: ['Identity' as const],
};

const borrowersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    userContacts: build.query<ContactList, number>({
      query: (id) => ({ path: `task/userContacts/${id}` }),
      providesTags: ofTask('Case'),
    }),
    addressBook: build.query<DevicePage<AddressBookRow>, PageOfCase>({
      query: ({ taskId, page }) => ({ path: `task/userAddressBook/${taskId}`, params: sized(page) }),
    }),
    deviceCalls: build.query<DevicePage<DeviceCallRow>, PageOfCase>({
      query: ({ taskId, page }) => ({ path: `task/userCalls/${taskId}`, params: sized(page) }),
    }),
    saveEmergencyContact: build.mutation<SavedContact, SaveEmergencyContact>({
      query: (body) => ({ path: 'task/save/userEmerContact', method: 'POST', body }),
      invalidatesTags: (answer, _error, { taskId }) => (answer ? [{ type: 'Case', id: taskId }] : []),
      extraOptions: { silent: ['22', '23'] },
    }),
    identityAnswer: build.query<IdentityAnswerInfo, number>(identityOf),
    pictures: build.query<PictureList, number>({
      query: (id) => ({ path: `task/userPic/${id}` }),
      providesTags: ofTask('Pictures'),
    }),
    picture: build.query<PictureList, OnePicture>({
      query: ({ taskId, kind }) => ({ path: `task/userPic/${taskId}`, params: { kind } }),
      keepUnusedDataFor: 300,
    }),
    imageComments: build.query<ImageCommentRow[], number>({
      query: (taskId) => ({ path: 'task/imageComment', params: { taskId } }),
      providesTags: ofTask('Pictures'),
    }),
    ktpComments: build.query<ImageCommentRow[], number>({
      query: (taskId) => ({ path: 'task/ktp', params: { taskId } }),
      providesTags: ofTask('Pictures'),
    }),
    addComment: build.mutation<{ id: number }, NewComment>({
      query: ({ kind, ...body }) =>
        kind === null
          ? { path: 'task/ktp', method: 'POST', body }
          : { path: 'task/imageComment', method: 'POST', body: { ...body, kind } },
      invalidatesTags: (answer, _error, { taskId }) => (answer ? [{ type: 'Pictures', id: taskId }] : []),
    }),
    callOutMessages: build.query<CallOutMessageRow[], number>({
      query: (taskId) => ({ path: 'task/callOutMessage', params: { taskId } }),
      providesTags: ofTask('CollectionLog'),
    }),
    leaveMessage: build.mutation<unknown, CallOutMessage>({
      query: (body) => ({ path: 'task/callOutMessage', method: 'POST', body }),
      invalidatesTags: (answer, _error, { taskId }) =>
        answer
          ? [
              { type: 'CollectionLog', id: taskId },
              { type: 'Case', id: taskId },
            ]
          : [],
    }),
    revealPhone: build.mutation<RevealedPhone, RevealPhone>(post('task/getRealPhone', [])),
  }),
});

export const {
  useUserContactsQuery,
  useAddressBookQuery,
  useDeviceCallsQuery,
  useSaveEmergencyContactMutation,
  useIdentityAnswerQuery,
  usePicturesQuery,
  usePictureQuery,
  useImageCommentsQuery,
  useKtpCommentsQuery,
  useAddCommentMutation,
  useCallOutMessagesQuery,
  useLeaveMessageMutation,
  useRevealPhoneMutation,
} = borrowersApi;
