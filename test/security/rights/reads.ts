/** Reads that take no id: what they show is held to the viewer in scope.spec.ts, and in test/features. */
export const WITHOUT_ID = [
  'task/appName/list', 'task/getIsLongAging', 'task/loanMarketMerchant/list', 'task/LongAgingListing',
  'softPhone/liveCalls', 'softPhone/listeners', 'quality/sheets', 'quality/samples', 'quality/report', 'approval/list', 'loginLimit/whiteList', 'manage/config/query', 'manage/config/history', 'menu/getSysConfig', 'guard/policy', 'guard/policy/history', 'guard/policy/lab',
  'dashboard/groups', 'dashboard/kioskTokens', 'login/currentUser', 'login/getAllCollector', 'login/getSubUser',
  'login/out', 'login/userPicture', 'manage/user/list', 'management/user/list', 'manage/user/downloadTemplate', 'manage/user/rank', 'manage/user/loginLogs', 'management/institution/tree', 'management/queue/list', 'msg/queryAnnouncementMsg', 'repay/statistics', 'customer/service/list', 'customer/service/counts', 'customer/service/handlers', 'customer/service/report', 'customer/service/detail/:id', 'customer/service/attachment/:id', 'guard/stops', 'guard/stops/mine', 'guard/stops/choices', 'guard/stops/:id', 'msg/violation', 'setup/steps', 'management/task/import/template', 'institutionalManagement/accounts', 'institutionalManagement/list',
  'refund/list', 'payment/claimedTimes', 'request/list', 'promise/list', 'promise/rates', 'preferences/own', 'inbox/count', 'inbox/list', 'presence/list', 'preferences/views', 'priorities/sample', 'priorities/weights', 'priorities/weights/history', 'softPhone/currentCalls', 'softPhone/getMySoftPhone', 'softPhone/list', 'softPhone/bindRecord', 'softPhone/downloadUploadTmp', 'sms/limit/config/read', 'sms/templates', 'sms/templates/manage', 'sms/places', 'sms/places/config/read', 'product/terms', 'achievementBoard/list', 'task/counts', 'task/lane',
  'task/listing', 'docs', 'export/list', 'audit/list', 'audit/export', 'user/behavior/list', 'user/behavior/fold', 'user/behavior/export', 'softPhone/callRecordFold', 'softPhone/callRecordExport', 'user/behavior/anomalies', 'monitor/rules', 'user/behavior/info/:id', 'job/list', 'allocation/runs', 'allocation/uncovered', 'workSchedule/list', 'workSchedule/dutySum', 'workSchedule/agentPrediction', 'workSchedule/taskNumConfig', 'workSchedule/downloadTemplate', 'workSchedule/planResult',
]; // prettier-ignore
/** Shared by people of several groups, and own files: test/features/queues, allocation, indicators, exports, sheet-uploads and softphones hold them. */
export const OF_QUEUES = [
  'management/queue/info/:id', 'management/queue/tasks/:id', 'management/queue/agents/:id', 'allocation/run/:id',
  'export/file/:id', 'job/info/:id', 'allocation/explain/:taskId', 'achievementBoard/info/:id', 'workSchedule/uploadResult/:id', 'workSchedule/uploadResult/:id/errors', 'workSchedule/resigning',
  'manage/user/uploadResult/:id', 'manage/user/uploadResult/:id/rows', 'manage/user/uploadResult/:id/errors', 'softPhone/uploadResult/:id',
  'softPhone/uploadResult/:id/rows', 'softPhone/uploadResult/:id/errors', 'softPhone/info/:id', 'quality/sheet/:id', 'quality/sheet/:id/versions', 'quality/sample/:id', 'softPhone/getByBindAgentId',
]; // prettier-ignore
