import * as account from './calls/account.ts'
import * as accountEvents from './calls/account-events.ts'
import * as blocks from './calls/blocks.ts'
import * as bookmarks from './calls/bookmarks.ts'
import * as comments from './calls/comments.ts'
import * as email from './calls/email.ts'
import type { EndpointAnswer, EndpointDeclaration, EndpointInput } from './calls/endpoint.ts'
import * as events from './calls/events.ts'
import * as feed from './calls/feed.ts'
import * as requests from './calls/follow-requests.ts'
import * as follows from './calls/follows.ts'
import * as installation from './calls/installation.ts'
import * as likes from './calls/likes.ts'
import * as media from './calls/media.ts'
import * as members from './calls/members.ts'
import * as moderation from './calls/moderation.ts'
import * as mutes from './calls/mutes.ts'
import * as notifications from './calls/notifications.ts'
import * as passkeys from './calls/passkeys.ts'
import * as pins from './calls/pins.ts'
import * as polls from './calls/polls.ts'
import * as posts from './calls/posts.ts'
import * as push from './calls/push.ts'
import * as quotes from './calls/quotes.ts'
import * as reports from './calls/reports.ts'
import * as reposts from './calls/reposts.ts'
import * as search from './calls/search.ts'
import * as secondFactor from './calls/second-factor.ts'
import * as sessions from './calls/sessions.ts'
import * as tags from './calls/tags.ts'
import * as versions from './calls/versions.ts'

export type { Session, TokenScopes } from './calls/account.ts'
export type { AccountEvent, AccountEventKind, SignInMethod } from './calls/account-events.ts'
export type { BlockedMember } from './calls/blocks.ts'
export type { OwnEmail } from './calls/email.ts'
export type { Access, EndpointAnswer, EndpointDeclaration, EndpointInput, RateClass } from './calls/endpoint.ts'
export type { Events, PostState } from './calls/events.ts'
export type { FeedPosition, ReadSort } from './calls/feed.ts'
export type { FollowRequest } from './calls/follow-requests.ts'
export type { Application, Invitation, Rule, SignUpMode, SignUpRule, Statistics } from './calls/installation.ts'
export type { UploadedMedia } from './calls/media.ts'
export type { AuditEntry, Report, StaffDecision, StaffMember } from './calls/moderation.ts'
export type { MutedMember, MutedWord } from './calls/mutes.ts'
export type {
  Digest,
  KindSettings,
  Notification,
  NotificationKind,
  NotificationSettings,
  QuietHours,
} from './calls/notifications.ts'
export { NOTIFICATION_KINDS } from './calls/notifications.ts'
export type { CreatedCredential, Passkey, UsedCredential } from './calls/passkeys.ts'
export type { PushDevice } from './calls/push.ts'
export type { Action, Copy, Decision, OwnReport, TargetKind } from './calls/reports.ts'
export type { FoundTag, SearchOrder } from './calls/search.ts'
export type { SecondFactor } from './calls/second-factor.ts'
export type { FollowedTag, Tag, TrendingTag } from './calls/tags.ts'
export type {
  Comment,
  CommentVersion,
  ErrorBody,
  FurtherPicture,
  LinkCard,
  MediaShape,
  Member,
  Poll,
  PollResults,
  Post,
  PostsAnswer,
  PostVersion,
  ProfileExtras,
  ProfileField,
  QuotedPost,
  ReadWarnings,
  ShowPollResults,
  ViewerPoll,
  WhoMayComment,
  WhoMayQuote,
  WhoMayRepost,
} from './entities/entities.ts'
export { ErrorBody as ErrorBodySchema } from './entities/entities.ts'
export type { EntityPageQuery, MemberSummary, PageQuery } from './entities/fields.ts'
export type { Role } from './entities/roles.ts'
export { ERRORS, type ErrorCode } from './errors/errors.ts'

/** The calls of our own API by name. Those of the tus protocol are apart (server/src/features/uploads). */
export const ENDPOINTS = {
  signUp: sessions.signUp,
  logIn: sessions.logIn,
  logOut: sessions.logOut,
  forgotPassword: email.forgotPassword,
  confirmEmail: email.confirmEmail,
  getEmail: email.getEmail,
  changeEmail: email.changeEmail,
  sendEmailConfirmation: email.sendEmailConfirmation,
  unsubscribe: email.unsubscribe,
  listMembers: members.listMembers,
  getMember: members.getMember,
  editProfile: members.editProfile,
  setWarnings: members.setWarnings,
  setLanguages: members.setLanguages,
  setLocale: members.setLocale,
  followMember: follows.followMember,
  unfollowMember: follows.unfollowMember,
  putFollow: follows.putFollow,
  deleteFollow: follows.deleteFollow,
  listFollowers: follows.listFollowers,
  listFollowing: follows.listFollowing,
  listSuggestions: follows.listSuggestions,
  findPeople: follows.findPeople,
  listFollowRequests: requests.listFollowRequests,
  acceptFollowRequest: requests.acceptFollowRequest,
  rejectFollowRequest: requests.rejectFollowRequest,
  removeFollower: requests.removeFollower,
  setPrivate: requests.setPrivate,
  blockMember: blocks.blockMember,
  unblockMember: blocks.unblockMember,
  listBlocks: blocks.listBlocks,
  muteMember: mutes.muteMember,
  unmuteMember: mutes.unmuteMember,
  listMutes: mutes.listMutes,
  listMutedWords: mutes.listMutedWords,
  muteWord: mutes.muteWord,
  unmuteWord: mutes.unmuteWord,
  listPosts: posts.listPosts,
  getPost: posts.getPost,
  listMemberPosts: posts.listMemberPosts,
  createPost: posts.createPost,
  editPost: posts.editPost,
  removeCard: posts.removeCard,
  deletePost: posts.deletePost,
  likePost: likes.likePost,
  dislikePost: likes.dislikePost,
  putLike: likes.putLike,
  deleteLike: likes.deleteLike,
  listLikes: likes.listLikes,
  putRepost: reposts.putRepost,
  deleteRepost: reposts.deleteRepost,
  listReposts: reposts.listReposts,
  hideReposts: reposts.hideReposts,
  showReposts: reposts.showReposts,
  setWhoMayRepost: reposts.setWhoMayRepost,
  votePoll: polls.vote,
  listQuotes: quotes.listQuotes,
  withdrawQuote: quotes.withdrawQuote,
  listPostVersions: versions.listPostVersions,
  listCommentVersions: versions.listCommentVersions,
  pinPost: pins.pinPost,
  unpinPost: pins.unpinPost,
  listComments: comments.listComments,
  getBranch: comments.getBranch,
  addComment: comments.addComment,
  editComment: comments.editComment,
  deleteComment: comments.deleteComment,
  hideComment: comments.hideComment,
  unhideComment: comments.unhideComment,
  upvoteComment: comments.upvoteComment,
  downvoteComment: comments.downvoteComment,
  putVote: comments.putVote,
  deleteVote: comments.deleteVote,
  listBookmarkIds: bookmarks.listBookmarkIds,
  listBookmarks: bookmarks.listBookmarks,
  addBookmark: bookmarks.addBookmark,
  removeBookmark: bookmarks.removeBookmark,
  putBookmark: bookmarks.putBookmark,
  deleteBookmark: bookmarks.deleteBookmark,
  listFeed: feed.listFeed,
  listExplore: feed.listExplore,
  getFeedPosition: feed.getFeedPosition,
  setFeedPosition: feed.setFeedPosition,
  resumeFeed: feed.resumeFeed,
  setHomeStart: feed.setHomeStart,
  listFeedBetween: feed.listFeedBetween,
  getTag: tags.getTag,
  listTagPosts: tags.listTagPosts,
  followTag: tags.followTag,
  putTagFollow: tags.putTagFollow,
  deleteTagFollow: tags.deleteTagFollow,
  listFollowedTags: tags.listFollowedTags,
  listTrendingTags: tags.listTrendingTags,
  searchPosts: search.searchPosts,
  searchPeople: search.searchPeople,
  searchTags: search.searchTags,
  suggestSearch: search.suggestSearch,
  openEvents: events.openEvents,
  listNotifications: notifications.listNotifications,
  readNotifications: notifications.readNotifications,
  getNotificationSettings: notifications.getNotificationSettings,
  putNotificationSettings: notifications.putNotificationSettings,
  getPostMute: notifications.getPostMute,
  mutePost: notifications.mutePost,
  unmutePost: notifications.unmutePost,
  uploadMedia: media.uploadMedia,
  changePassword: account.changePassword,
  resetPassword: account.resetPassword,
  listSessions: account.listSessions,
  endSession: account.endSession,
  endOtherSessions: account.endOtherSessions,
  makeToken: account.makeToken,
  getSecondFactor: secondFactor.getSecondFactor,
  setUpSecondFactor: secondFactor.setUpSecondFactor,
  enableSecondFactor: secondFactor.enableSecondFactor,
  renewRecoveryCodes: secondFactor.renewRecoveryCodes,
  disableSecondFactor: secondFactor.disableSecondFactor,
  listPasskeys: passkeys.listPasskeys,
  startPasskey: passkeys.startPasskey,
  addPasskey: passkeys.addPasskey,
  renamePasskey: passkeys.renamePasskey,
  startPasskeySignIn: passkeys.startPasskeySignIn,
  signInWithPasskey: passkeys.signInWithPasskey,
  startConfirmation: passkeys.startConfirmation,
  confirmViewer: passkeys.confirmViewer,
  listAccountEvents: accountEvents.listAccountEvents,
  markAccountEventsSeen: accountEvents.markAccountEventsSeen,
  removePassword: account.removePassword,
  removePasskey: passkeys.removePasskey,
  downloadArchive: account.downloadArchive,
  deleteAccount: account.deleteAccount,
  finishUpload: media.finishUpload,
  getMeta: installation.getMeta,
  createReport: reports.createReport,
  listOwnReports: reports.listOwnReports,
  listOwnDecisions: reports.listOwnDecisions,
  markDecisionsSeen: reports.markDecisionsSeen,
  appealDecision: reports.appealDecision,
  readSuspension: reports.readSuspension,
  listReports: moderation.listReports,
  getReport: moderation.getReport,
  listReportedVersions: versions.listReportedVersions,
  decide: moderation.decide,
  listAppeals: moderation.listAppeals,
  decideAppeal: moderation.decideAppeal,
  listStaffMembers: moderation.listStaffMembers,
  setRole: moderation.setRole,
  endSuspension: moderation.endSuspension,
  endLimit: moderation.endLimit,
  listAuditLog: moderation.listAuditLog,
  getAbout: installation.getAbout,
  editInstallation: installation.editInstallation,
  listApplications: installation.listApplications,
  decideApplication: installation.decideApplication,
  listInvitations: installation.listInvitations,
  createInvitation: installation.createInvitation,
  revokeInvitation: installation.revokeInvitation,
  getStatistics: installation.getStatistics,
  getPush: push.getPush,
  subscribeToPush: push.subscribeToPush,
  removePushDevice: push.removePushDevice,
} as const satisfies Record<string, EndpointDeclaration>

export type Endpoints = typeof ENDPOINTS
export type EndpointName = keyof Endpoints

type ByRoute = {
  [N in EndpointName as `${Endpoints[N]['method']} ${Endpoints[N]['path']}`]: Endpoints[N]
}

/** `METHOD /path` of each of these. The web's client names calls by it, so it contains no schemas. */
export type Route = keyof ByRoute
export type RouteInput<R extends Route> = EndpointInput<ByRoute[R]>
export type RouteAnswer<R extends Route> = EndpointAnswer<ByRoute[R]>
