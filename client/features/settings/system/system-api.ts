import type {
  AddressList,
  ConfiguredAnswer,
  ConfiguredChange,
  LockOuts,
} from '../../../../contract/administration/configuration';
import { baseApi } from '../../../api/base-api';
import { get, post } from '../../../api/endpoints';

const TAGS = ['Configuration'] as const;
const AT_THE_FIELDS = ['22', '23'];

const systemApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    systemLimits: build.query<ConfiguredAnswer<'limits'>, void>(get('menu/getSysConfig', TAGS, 'all')),
    changeSystemLimits: build.mutation<unknown, ConfiguredChange<'limits'>>(
      post('menu/updateSysConfig', TAGS, AT_THE_FIELDS),
    ),
    numberViewers: build.query<ConfiguredAnswer<'numbers'>, void>(get('manage/config/query', TAGS, 'all')),
    changeNumberViewers: build.mutation<unknown, ConfiguredChange<'numbers'>>(
      post('manage/config/update', TAGS, AT_THE_FIELDS),
    ),
    addressList: build.query<ConfiguredAnswer<'addresses'>, void>(get('loginLimit/whiteList', TAGS, 'all')),
    changeAddressList: build.mutation<unknown, ConfiguredChange<'addresses'>>(
      post('loginLimit/whiteList', TAGS, AT_THE_FIELDS),
    ),
    anomalyRules: build.query<ConfiguredAnswer<'anomalies'>, void>(get('monitor/rules', TAGS, 'all')),
    changeAnomalyRules: build.mutation<unknown, ConfiguredChange<'anomalies'>>(
      post('monitor/rules', TAGS, AT_THE_FIELDS),
    ),
    messagePlacesConfig: build.query<ConfiguredAnswer<'places'>, void>(
      get('sms/places/config/read', TAGS, 'all'),
    ),
    changeMessagePlaces: build.mutation<unknown, ConfiguredChange<'places'>>(
      post('sms/places/config/update', TAGS, AT_THE_FIELDS),
    ),
    authenticatorRoles: build.query<ConfiguredAnswer<'authenticators'>, void>(
      get('login/authenticator/roles', TAGS, 'all'),
    ),
    changeAuthenticatorRoles: build.mutation<unknown, ConfiguredChange<'authenticators'>>(
      post('login/authenticator/roles', TAGS, AT_THE_FIELDS),
    ),
    firstContactConfig: build.query<ConfiguredAnswer<'firstContact'>, void>(
      get('guard/firstContact', TAGS, 'all'),
    ),
    changeFirstContact: build.mutation<unknown, ConfiguredChange<'firstContact'>>(
      post('guard/firstContact', TAGS, AT_THE_FIELDS),
    ),
    regulatorTerms: build.query<ConfiguredAnswer<'regulatorTerms'>, void>(
      get('guard/regulator', TAGS, 'all'),
    ),
    changeRegulatorTerms: build.mutation<unknown, ConfiguredChange<'regulatorTerms'>>(
      post('guard/regulator', TAGS, AT_THE_FIELDS),
    ),
    sealMail: build.query<ConfiguredAnswer<'sealMail'>, void>(get('seals/mail', TAGS, 'all')),
    changeSealMail: build.mutation<unknown, ConfiguredChange<'sealMail'>>(
      post('seals/mail', TAGS, AT_THE_FIELDS),
    ),
    legalSources: build.query<ConfiguredAnswer<'legalSources'>, void>(get('guard/sources', TAGS, 'all')),
    changeLegalSources: build.mutation<unknown, ConfiguredChange<'legalSources'>>(
      post('guard/sources', TAGS, AT_THE_FIELDS),
    ),
    lockOuts: build.mutation<LockOuts, AddressList>(post('loginLimit/whiteList/dryRun', [])),
  }),
});

export const {
  useSystemLimitsQuery,
  useChangeSystemLimitsMutation,
  useNumberViewersQuery,
  useChangeNumberViewersMutation,
  useAddressListQuery,
  useChangeAddressListMutation,
  useAnomalyRulesQuery,
  useChangeAnomalyRulesMutation,
  useMessagePlacesConfigQuery,
  useChangeMessagePlacesMutation,
  useAuthenticatorRolesQuery,
  useChangeAuthenticatorRolesMutation,
  useFirstContactConfigQuery,
  useChangeFirstContactMutation,
  useRegulatorTermsQuery,
  useChangeRegulatorTermsMutation,
  useSealMailQuery,
  useChangeSealMailMutation,
  useLegalSourcesQuery,
  useChangeLegalSourcesMutation,
  useLockOutsMutation,
} = systemApi;
