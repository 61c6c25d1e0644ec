// Made from the OpenAPI document of the service by `npm run generate`. Do not edit.

export interface paths {
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the endpoints of the authorization server (RFC 8414). */
        get: operations["get.wellKnownOauthAuthorizationServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts the device flow (RFC 8628). Send client_id and scope as a form. */
        post: operations["postOauthDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/jwks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the public keys that verify access tokens. */
        get: operations["getOauthJwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the connection of a refresh or access token (RFC 7009). Returns 200 for an unknown token as well. */
        post: operations["postOauthRevoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchanges a device code or a refresh token for an access token. */
        post: operations["postOauthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the description of this API as an OpenAPI 3.1 document. */
        get: operations["getOpenapi.json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the name of the person who is signed in. */
        put: operations["putAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns all that is stored about the person who is signed in, as a JSON file. */
        get: operations["getAccountExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns which mails the person who is signed in gets. */
        get: operations["getAccountNotices"];
        /** Changes which mails the person who is signed in gets. Kinds that are left out stay as they are. */
        put: operations["putAccountNotices"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the password. Ends all other sessions and connected apps of the person, and revokes the API keys on request. */
        put: operations["putAccountPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists batches, newest first. */
        get: operations["getBatch"];
        put?: never;
        /** Creates a batch. Executions join it with its id as the label service_batch_id. */
        post: operations["postBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one batch with its counters and its throughput. */
        get: operations["getBatchById"];
        /** Changes a batch. Fields that are left out stay as they are. */
        put: operations["putBatchById"];
        post?: never;
        /** Deletes a batch with all of its executions, in the background. All of them must be finished. */
        delete: operations["deleteBatchById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels the queued and running executions of a batch in the background. */
        post: operations["postBatchByIdCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Closes a batch: no more executions follow, and it is completed as soon as all of its executions are finished. */
        post: operations["postBatchByIdClose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts a batch on hold: retention deletes none of its data. */
        post: operations["postBatchByIdHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/manifest.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the manifest of the batch: one row for each execution, with the file names in results.zip. */
        get: operations["getBatchByIdManifest.csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pauses a batch: its queued executions wait, and those that are being processed continue. */
        post: operations["postBatchByIdPause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/qa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns how the results of a batch are reviewed, why, and how its lots ended. */
        get: operations["getBatchByIdQa"];
        /** Changes how the results of a batch are reviewed. Only owners and admins may weaken the review. */
        put: operations["putBatchByIdQa"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the hold on a batch: retention applies to it again. */
        post: operations["postBatchByIdRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/results.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a ZIP file with the results of the batch and a manifest of all its executions. */
        get: operations["getBatchByIdResults.zip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resumes a paused batch, so that its queued executions can start. */
        post: operations["postBatchByIdResume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retries the failed and unpaid executions of a batch in the background. Leaves out canceled and rejected ones unless errorCode names them. */
        post: operations["postBatchByIdRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams the counters of a batch as server-sent events, at most two a second, until it is completed. */
        get: operations["getBatchByIdStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/component": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the components that steps can use, each with the JSON Schema of its parameters. */
        get: operations["getComponent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/component/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one component with the JSON Schema of its parameters. */
        get: operations["getComponentByName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/device/{userCode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the app that asks to be connected with this code, with the address and time of its request. */
        get: operations["getDeviceByUserCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/device/{userCode}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Connects the app that shows this code. It may then act for this person in the given organization. */
        post: operations["postDeviceByUserCodeConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/device/{userCode}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuses to connect the app that shows this code. */
        post: operations["postDeviceByUserCodeDeny"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns an empty 200 when the service can take calls, or 503 while its database cannot be reached. */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/image/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes an image of the organization. Downloads are answered with 410 from then on. */
        delete: operations["deleteImageByHash"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/image/{hash}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the bytes of one of the organization's images. */
        get: operations["getImageByHashByName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitation/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the organization, e-mail address and role of an invitation. */
        get: operations["getInvitationByToken"];
        put?: never;
        /** Accepts an invitation and signs in, as a new user or with the password of the existing one. */
        post: operations["postInvitationByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth-client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the apps that may ask to be connected. */
        get: operations["getOauthClient"];
        put?: never;
        /** Registers an app that may ask to be connected. */
        post: operations["postOauthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth-client/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a registered app and ends its connections. */
        delete: operations["deleteOauthClientByClientId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the organizations that the caller may act for. */
        get: operations["getOrganization"];
        put?: never;
        /** Creates an organization, owned by the caller. */
        post: operations["postOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one organization with its members. */
        get: operations["getOrganizationById"];
        /** Renames the organization. */
        put: operations["putOrganizationById"];
        post?: never;
        /** Deletes an organization in the background: its images, executions, workflows and members. Its ledger, usage and audit log stay. */
        delete: operations["deleteOrganizationById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the audit log of the organization, newest first. */
        get: operations["getOrganizationByIdAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/audit-log.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the audit log as CSV, whole or what matches the filter. */
        get: operations["getOrganizationByIdAuditLog.csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the credits that can be spent now, and those that are held for unfinished executions. */
        get: operations["getOrganizationByIdCredits"];
        put?: never;
        /** Grants credits to an organization, or takes them back when the amount is negative. */
        post: operations["postOrganizationByIdCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the connected apps: all of them for owners and admins, their own for other members. */
        get: operations["getOrganizationByIdDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/devices/{grantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Disconnects an app. Its calls are refused within seconds. */
        delete: operations["deleteOrganizationByIdDevicesByGrantId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the pending invitations, without their links. */
        get: operations["getOrganizationByIdInvitations"];
        put?: never;
        /** Invites a person. The link is in this response and is never shown again. */
        post: operations["postOrganizationByIdInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraws an invitation. */
        delete: operations["deleteOrganizationByIdInvitationsByInvitationId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the API keys of the organization, without their secrets. */
        get: operations["getOrganizationByIdKeys"];
        put?: never;
        /** Creates an API key. Its secret is in this response and is never shown again. */
        post: operations["postOrganizationByIdKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes an API key. It is refused within seconds. */
        delete: operations["deleteOrganizationByIdKeysByKeyId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists every movement of credits, newest first. */
        get: operations["getOrganizationByIdLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the organization's own limits; null where the default of the service applies. */
        get: operations["getOrganizationByIdLimits"];
        /** Changes the organization's own limits, within seconds. Limits that are left out stay as they are. */
        put: operations["putOrganizationByIdLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the members of the organization and their roles. */
        get: operations["getOrganizationByIdMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the role of a member. It takes effect within seconds. */
        put: operations["putOrganizationByIdMembersByUserId"];
        post?: never;
        /** Removes a member. To leave, remove yourself, signed in to the console. The last owner cannot be removed. */
        delete: operations["deleteOrganizationByIdMembersByUserId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/members/{userId}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a link with which a member sets a new password. The link is never shown again. */
        post: operations["postOrganizationByIdMembersByUserIdPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns how much work of the organization waits and runs, and the place of one execution in the queue. */
        get: operations["getOrganizationByIdQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/reject-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the codes that a rejection may name. */
        get: operations["getOrganizationByIdRejectCodes"];
        /** Replaces the codes that a rejection may name. */
        put: operations["putOrganizationByIdRejectCodes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the retention rules of the organization: how many days each kind of data is kept. */
        get: operations["getOrganizationByIdRetention"];
        /** Changes the retention rules of the organization. Kinds that are left out stay as they are. */
        put: operations["putOrganizationByIdRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the settings of the organization for its executions. */
        get: operations["getOrganizationByIdSettings"];
        /** Changes settings of the organization. Settings that are left out stay as they are. */
        put: operations["putOrganizationByIdSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns how much data the organization has, by kind, and what will be deleted when. */
        get: operations["getOrganizationByIdStorage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reports executions, credits, failures and times by day, week or month. */
        get: operations["getOrganizationByIdUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the webhook messages of the organization, newest first. */
        get: operations["getOrganizationByIdWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/webhook-deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one webhook message with every attempt to deliver it. */
        get: operations["getOrganizationByIdWebhookDeliveriesByDeliveryId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/webhook-deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends one webhook message again, with the same webhook-id and body. */
        post: operations["postOrganizationByIdWebhookDeliveriesByDeliveryIdRedeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/webhook-deliveries/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends again all webhook messages that match the filter, each with the same webhook-id and body as before. */
        post: operations["postOrganizationByIdWebhookDeliveriesRedeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the webhook endpoints of the organization, newest first. */
        get: operations["getOrganizationByIdWebhookEndpoints"];
        put?: never;
        /** Adds a webhook endpoint, which receives events of the organization. */
        post: operations["postOrganizationByIdWebhookEndpoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one webhook endpoint. */
        get: operations["getOrganizationByIdWebhookEndpointsByEndpointId"];
        /** Changes a webhook endpoint; fields that are left out stay as they are. Enables it if it was disabled. */
        put: operations["putOrganizationByIdWebhookEndpointsByEndpointId"];
        post?: never;
        /** Deletes a webhook endpoint. Its messages that wait for an attempt are not sent any more. */
        delete: operations["deleteOrganizationByIdWebhookEndpointsByEndpointId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/webhook-endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a test message to one webhook endpoint, even if it is paused or disabled. Returns the delivery. */
        post: operations["postOrganizationByIdWebhookEndpointsByEndpointIdTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the secret that signs the webhook messages of the organization. */
        get: operations["getOrganizationByIdWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/webhook-secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replaces the signing secret. During the overlap, messages are also signed with the previous secret. */
        post: operations["postOrganizationByIdWebhookSecretRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the number of credits that can be spent now, as plain digits. */
        get: operations["getOrganizationBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/password-reset/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns 204 when a password reset link is still valid, or 404. */
        get: operations["getPasswordResetByToken"];
        put?: never;
        /** Sets a new password. Ends all sessions and connected apps of the person; revokes the API keys on request, or if another person created the link. */
        post: operations["postPasswordResetByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platform/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns how much work of all organizations waits and runs, with the live workers and their lanes. */
        get: operations["getPlatformQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/qa/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Claims the oldest results that nobody has claimed, for ten minutes. */
        post: operations["postQaClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/qa/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the results that wait for a reviewer, oldest first. */
        get: operations["getQaQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/qa/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Releases the caller's claims, so that others can review the results. */
        post: operations["postQaRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/qa/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Extends the caller's claims to ten minutes from now. */
        post: operations["postQaRenew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/qa/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts the decisions of reviewers by reviewer, workflow version, code or day. */
        get: operations["getQaStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/qa/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams the length of the review queue and its arrivals as server-sent events. */
        get: operations["getQaStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the person who is signed in to the console and the selected organization. */
        get: operations["getSession"];
        put?: never;
        /** Signs a person in to the console. */
        post: operations["postSession"];
        /** Signs out of the console; with everywhere=true, in every browser. */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Selects the organization that the person works in. */
        put: operations["putSessionOrganization"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the external providers through which people can sign in. */
        get: operations["getSessionProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Uploads an image or a colour table (.cube): in the form field `file`, as the whole body, or by URLs to download from. */
        post: operations["postUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/upload/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /** Returns 200 when the organization has an image with this hash already, or 404. */
        head: operations["headUploadByHash"];
        patch?: never;
        trace?: never;
    };
    "/v1/upload/known": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Returns which of up to 1000 hashes belong to images that the organization has already. */
        post: operations["postUploadKnown"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the workflows of the organization in their latest versions. */
        get: operations["getWorkflow"];
        put?: never;
        /** Creates a workflow. */
        post: operations["postWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one workflow, in its latest version or the given one. */
        get: operations["getWorkflowById"];
        /** Creates a new version of a workflow. The old versions can still be run. */
        put: operations["putWorkflowById"];
        post?: never;
        /** Archives a workflow. It is no longer listed and can no longer be started; its executions continue. */
        delete: operations["deleteWorkflowById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/{id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the differences between two versions of a workflow. */
        get: operations["getWorkflowByIdDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the versions of a workflow, newest first, each with its author, date, price and steps. */
        get: operations["getWorkflowByIdVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a new version of a workflow with the content of an old one. */
        post: operations["postWorkflowByIdVersionsByVersionRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Estimates the credits and the seconds that a number of executions would take. Nothing is created. */
        post: operations["postWorkflowEstimate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists executions, newest first. */
        get: operations["getWorkflowExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns one execution. */
        get: operations["getWorkflowExecutionById"];
        put?: never;
        post?: never;
        /** Deletes an execution that has ended, with those of its images that no other execution needs. Its charge stays. */
        delete: operations["deleteWorkflowExecutionById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approves a result that is in review. The result is delivered and charged. */
        post: operations["postWorkflowExecutionByIdApprove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stops a queued or running execution. Nothing is charged. */
        post: operations["postWorkflowExecutionByIdCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stores feedback on a result, with images that show the expected result. */
        post: operations["postWorkflowExecutionByIdFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/redo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Redoes an execution that is in review, with other settings and at the same price. */
        post: operations["postWorkflowExecutionByIdRedo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rejects a result that is in review. The execution ends as FAILED and nothing is charged. */
        post: operations["postWorkflowExecutionByIdReject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/result/{output}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Waits until the execution is completed, then returns the file of the named output. */
        get: operations["getWorkflowExecutionByIdResultByOutput"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/result/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Waits until the execution is completed, then returns the image. */
        get: operations["getWorkflowExecutionByIdResultDefault"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Runs a failed or unpaid execution again, at the price agreed at its creation. */
        post: operations["postWorkflowExecutionByIdRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the decisions of reviewers about an execution, oldest first. */
        get: operations["getWorkflowExecutionByIdReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams each status of an execution as a server-sent event, up to its final status. */
        get: operations["getWorkflowExecutionByIdStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns what each step of the last finished attempt did. */
        get: operations["getWorkflowExecutionByIdTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/trace/{step}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a small WebP image of the result of a step, or of the input image when the step is `input`. */
        get: operations["getWorkflowExecutionByIdTraceByStepPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/bulk/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the progress of a bulk retry, cancel or approve. */
        get: operations["getWorkflowExecutionBulkById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/bulk/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approves all results in review that match the filter, in the background. */
        post: operations["postWorkflowExecutionBulkApprove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/bulk/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels all queued and running executions that match the filter, in the background. */
        post: operations["postWorkflowExecutionBulkCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/bulk/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retries all failed and unpaid executions that match the filter, in the background. Leaves out canceled and rejected ones unless errorCode names them. */
        post: operations["postWorkflowExecutionBulkRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates an execution of a workflow on one or several images. Returns the execution ID as plain text. */
        post: operations["postWorkflowExecutionCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/create-many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates up to 500 executions of a workflow on uploaded images, all in one commit. Returns the ID or the error of each, in the same order. */
        post: operations["postWorkflowExecutionCreateMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Runs steps on an image and returns a small WebP image. Nothing is saved and nothing is charged. */
        post: operations["postWorkflowPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workflow/execution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists executions, newest first. */
        get: operations["getWorkflowExecutionV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiKey: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** @description Id of the API key */
            id: string;
            /** Format: date-time */
            lastUsedAt: string | null;
            name: string;
            /** @description Id of the organization */
            organizationId: string;
            /** @enum {unknown} */
            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
            /** @description Id of the user */
            userId: string;
        };
        Batch: {
            /** @description The budget in credits, for charged and held credits together; null: no limit */
            budget: number | null;
            chargedCredits: number;
            /**
             * Format: date-time
             * @description When the batch was closed
             */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description When the batch was last completed
             */
            completedAt: string | null;
            /** @description The number of executions in each status */
            counts: {
                ACTIVE: number;
                COMPLETED: number;
                CREATED: number;
                FAILED: number;
                IN_QA: number;
                PAYMENT_REQUIRED: number;
            };
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user */
            createdBy: string;
            /**
             * Format: date-time
             * @description Expected time of completion, from the throughput and the queue of the organization; null when unknown
             */
            estimatedEndAt: string | null;
            /** @description The expected number of executions of the batch */
            expected: number | null;
            /**
             * Format: date-time
             * @description When its first execution was created
             */
            firstCreatedAt: string | null;
            /** @description Whether the batch is on hold: retention deletes none of its data */
            held: boolean;
            heldCredits: number;
            /** @description Id of the batch */
            id: string;
            /** @description Throughput of the last minutes; null when nothing was processed */
            imagesPerMinute: number | null;
            /**
             * Format: date-time
             * @description When an execution was last created or changed its status
             */
            lastChangedAt: string | null;
            /**
             * Format: date-time
             * @description When its newest execution was created
             */
            lastCreatedAt: string | null;
            name: string | null;
            /** @description Id of the organization */
            organizationId: string;
            /** @description 9 is processed first, 0 last */
            priority: number;
            /** @description The share of finished executions, from 0 to 1; of the expected ones if `expected` is set */
            progress: number;
            /** @description Which results of the batch wait for a reviewer; null: as each workflow says */
            qa: ("off" | "unsure" | "sample" | "all") | null;
            qaSampling: {
                /**
                 * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                 * @default 4
                 * @enum {unknown}
                 */
                aql: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                /**
                 * @description Number of results that are accepted or refused together
                 * @default 500
                 */
                lotSize: number;
            } | null;
            /** @description How many times the batch was completed */
            round: number;
            /** @enum {unknown} */
            status: "empty" | "running" | "paused" | "completed" | "closed";
            /** @description The number of executions */
            total: number;
            webhooks: string[];
            workflows: {
                /** @description Id of the workflow */
                id: string;
                name: string;
            }[];
        };
        BulkCall: {
            /** @description How many were retried, canceled or approved */
            changed: number;
            /** Format: date-time */
            createdAt: string;
            /** @description How many were looked at so far */
            done: number;
            /** Format: date-time */
            finishedAt: string | null;
            /** @description Id of the bulk call */
            id: string;
            /** @description How many executions matched when the call was made */
            matched: number;
            /** @description How many it left as they were: their status had changed, or credits were short */
            skipped: number;
            /** @enum {unknown} */
            verb: "retry" | "cancel" | "approve";
        };
        Component: {
            /** @enum {unknown} */
            category: "Cut-out" | "Framing" | "Colour" | "Detail" | "Composing" | "Output";
            cost: {
                /** @description The part of the duration that is the same for every image */
                ms: number;
                /** @description The part of the duration that grows with the image, for each megapixel */
                msPerMegapixel: number;
                /** @description The cost with certain parameters; the entry that matches most parameters of a step applies */
                variants: {
                    /** @description The part of the duration that is the same for every image */
                    ms: number;
                    /** @description The part of the duration that grows with the image, for each megapixel */
                    msPerMegapixel: number;
                    params: {
                        [key: string]: unknown;
                    };
                }[];
            };
            /** @description Credits that a step with this component adds to the price of an execution */
            credits: number;
            /** @description What the component does */
            description: string;
            inputs: {
                /** @description Whether the input may also be a colour table (.cube) */
                colourTable: boolean;
                /** @description The parameter that names one or several inputs of the workflow */
                param: string;
            }[];
            /** @description Name of the component: the value of the field `component` of a step */
            name: string;
            /** @description Whether the step fails on an image without transparency */
            needsTransparency: boolean;
            params: {
                [key: string]: unknown;
            };
            /** @description Whether the step runs when the file is written, wherever it is in the list of steps */
            runsAtEnd: boolean;
            title: string;
        };
        DetailedBatch: {
            /** @description The budget in credits, for charged and held credits together; null: no limit */
            budget: number | null;
            chargedCredits: number;
            /**
             * Format: date-time
             * @description When the batch was closed
             */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description When the batch was last completed
             */
            completedAt: string | null;
            /** @description The number of executions in each status */
            counts: {
                ACTIVE: number;
                COMPLETED: number;
                CREATED: number;
                FAILED: number;
                IN_QA: number;
                PAYMENT_REQUIRED: number;
            };
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user */
            createdBy: string;
            /**
             * Format: date-time
             * @description Expected time of completion, from the throughput and the queue of the organization; null when unknown
             */
            estimatedEndAt: string | null;
            /** @description The expected number of executions of the batch */
            expected: number | null;
            /**
             * Format: date-time
             * @description When its first execution was created
             */
            firstCreatedAt: string | null;
            /** @description Whether the batch is on hold: retention deletes none of its data */
            held: boolean;
            heldCredits: number;
            /** @description Id of the batch */
            id: string;
            /** @description Throughput of the last minutes; null when nothing was processed */
            imagesPerMinute: number | null;
            /**
             * Format: date-time
             * @description When an execution was last created or changed its status
             */
            lastChangedAt: string | null;
            /**
             * Format: date-time
             * @description When its newest execution was created
             */
            lastCreatedAt: string | null;
            name: string | null;
            /** @description Id of the organization */
            organizationId: string;
            /** @description 9 is processed first, 0 last */
            priority: number;
            /** @description The share of finished executions, from 0 to 1; of the expected ones if `expected` is set */
            progress: number;
            /** @description Which results of the batch wait for a reviewer; null: as each workflow says */
            qa: ("off" | "unsure" | "sample" | "all") | null;
            qaSampling: {
                /**
                 * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                 * @default 4
                 * @enum {unknown}
                 */
                aql: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                /**
                 * @description Number of results that are accepted or refused together
                 * @default 500
                 */
                lotSize: number;
            } | null;
            reviewPlans: {
                lastLot: {
                    /** @description The lot is accepted with at most this many rejects in the sample */
                    acceptance: number;
                    aql: number;
                    codeLetter: string;
                    /** @description Number of decisions about the sample so far */
                    decided: number;
                    /** @description Why the lot was formed: full (it had enough results), quiet (no new results came) or closed (the batch was closed) */
                    formedBecause: string;
                    /** @description Outcome of the lot: accepted or refused; null while it is open */
                    outcome: string | null;
                    rejected: number;
                    /** @description Number of results of a lot that are reviewed */
                    sampleSize: number;
                    /** @enum {unknown} */
                    severity: "normal" | "tightened";
                    size: number;
                } | null;
                lots: {
                    accepted: number;
                    formed: number;
                    refused: number;
                };
                /** @description The sampling plan in force for a full lot */
                plan: {
                    /** @description The lot is accepted with at most this many rejects in the sample */
                    acceptance: number;
                    codeLetter: string;
                    /** @description Number of results of a lot that are reviewed */
                    sampleSize: number;
                } | null;
                /**
                 * @description The review mode in force
                 * @enum {unknown}
                 */
                qa: "off" | "unsure" | "sample" | "all";
                qaSampling: {
                    /**
                     * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                     * @default 4
                     * @enum {unknown}
                     */
                    aql: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                    /**
                     * @description Number of results that are accepted or refused together
                     * @default 500
                     */
                    lotSize: number;
                } | null;
                severity: ("normal" | "tightened") | null;
                /** @description Results that wait for the next lot */
                waiting: number;
                /** @description Why this sampling plan is in force */
                why: string | null;
                /** @description Id of the workflow */
                workflow: string;
            }[];
            /** @description How many times the batch was completed */
            round: number;
            /** @enum {unknown} */
            status: "empty" | "running" | "paused" | "completed" | "closed";
            /** @description How many executions were processed in each of the last 60 minutes; idle minutes are left out */
            throughput: {
                finished: number;
                /** Format: date-time */
                minute: string;
            }[];
            /** @description The number of executions */
            total: number;
            webhooks: string[];
            workflows: {
                /** @description Id of the workflow */
                id: string;
                name: string;
            }[];
        };
        /** @description The request failed; `message` says why and what to do. */
        Error: {
            error: string;
            message: string;
            path: string;
            status: number;
            /** Format: date-time */
            timestamp: string;
        };
        ExecutionRecord: {
            /** @description Number of attempts since the execution was created */
            attempts: number;
            chargedCredits: number | null;
            /** @description Creation time, UTC with milliseconds */
            createdAt: string;
            error: {
                /** @enum {unknown} */
                code: "input_unreadable" | "input_missing" | "component_failed" | "deadline_exceeded" | "memory_exceeded" | "lane_crashed" | "attempts_exhausted" | "system_error" | "qa_rejected" | "canceled" | "credits_short" | "budget_reached";
                component: string | null;
                message: string;
            } | null;
            /** @description Processing end time */
            finishedAt: string | null;
            /** @description Execution ID */
            id: string;
            /** @description SHA-256 of the main image */
            inputContentHash: string;
            /** @description File name of the main image */
            inputFileName: string;
            inputs: {
                [key: string]: {
                    contentHash: string;
                    contentType: string;
                    name: string;
                };
            };
            labels: {
                [key: string]: string;
            };
            organizationId: string;
            /** @description SHA-256 of the result */
            resultContentHash: string | null;
            /** @description Media type of the result */
            resultContentType: string | null;
            /** @description File name of the result */
            resultFileName: string | null;
            /** @description Path under which the result can be downloaded */
            resultPath: string | null;
            /** @description Present when the workflow makes several files: each file by its name, with the result under default */
            results?: {
                [key: string]: {
                    bytes: number;
                    contentHash: string;
                    contentType: string;
                    height: number;
                    /** @description File name */
                    name: string;
                    /** @description Path under which the file can be downloaded */
                    path: string;
                    width: number;
                };
            };
            /**
             * @description Present when the result was reused from an earlier execution
             * @enum {boolean}
             */
            reused?: true;
            settings: {
                [key: string]: unknown;
            };
            /** @description Processing start time */
            startedAt: string | null;
            /** @enum {unknown} */
            status: "CREATED" | "ACTIVE" | "COMPLETED" | "IN_QA" | "PAYMENT_REQUIRED" | "FAILED";
            /** @description The user who created the execution */
            userId: string;
            webhooks: string[];
            /** @description Workflow ID */
            workflow: string;
            /** @description The workflow's name when the execution was created */
            workflowName: string;
            /** @description Workflow version ID used */
            workflowVersion: string;
        };
        LedgerEntry: {
            amount: number;
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the execution */
            executionId: string | null;
            /** @description Id of the entry */
            id: string;
            /** @description The file name of the execution's image, while the execution is kept. */
            inputFileName: string | null;
            /** @enum {unknown} */
            kind: "grant" | "withdrawal" | "charge";
            note: string;
            /** @description Id of the user */
            userId: string | null;
        };
        NewApiKey: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** @description Id of the API key */
            id: string;
            key: string;
            /** Format: date-time */
            lastUsedAt: string | null;
            name: string;
            /** @description Id of the organization */
            organizationId: string;
            /** @enum {unknown} */
            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
            /** @description Id of the user */
            userId: string;
        };
        Organization: {
            /** @description Id of the organization */
            id: string;
            members: {
                email: string;
                name: string;
                /** @enum {unknown} */
                role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                /** @description Id of the user */
                userId: string;
            }[];
            name: string;
            /** @description Id of the version */
            version: string;
        };
        SingleExecutionRecord: {
            /** @description Number of attempts since the execution was created */
            attempts: number;
            chargedCredits: number | null;
            /** @description Creation time, UTC with milliseconds */
            createdAt: string;
            /** @description Present when a reviewer asked for a redo: the earlier attempts */
            earlierAttempts?: {
                attempt: number;
                /** @description The comment of the reviewer who asked for the redo */
                comment: string | null;
                decidedAt: string;
                /** @description SHA-256 of the result of the earlier attempt */
                resultContentHash: string | null;
                /** @description Path of the result of the earlier attempt */
                resultPath: string | null;
                settings: {
                    [key: string]: unknown;
                };
            }[];
            error: {
                /** @enum {unknown} */
                code: "input_unreadable" | "input_missing" | "component_failed" | "deadline_exceeded" | "memory_exceeded" | "lane_crashed" | "attempts_exhausted" | "system_error" | "qa_rejected" | "canceled" | "credits_short" | "budget_reached";
                component: string | null;
                message: string;
            } | null;
            /** @description Processing end time */
            finishedAt: string | null;
            /** @description Execution ID */
            id: string;
            /** @description SHA-256 of the main image */
            inputContentHash: string;
            /** @description File name of the main image */
            inputFileName: string;
            inputs: {
                [key: string]: {
                    contentHash: string;
                    contentType: string;
                    name: string;
                };
            };
            labels: {
                [key: string]: string;
            };
            organizationId: string;
            /** @description SHA-256 of the result */
            resultContentHash: string | null;
            /** @description Media type of the result */
            resultContentType: string | null;
            /** @description File name of the result */
            resultFileName: string | null;
            /** @description Path under which the result can be downloaded */
            resultPath: string | null;
            /** @description Present when the workflow makes several files: each file by its name, with the result under default */
            results?: {
                [key: string]: {
                    bytes: number;
                    contentHash: string;
                    contentType: string;
                    height: number;
                    /** @description File name */
                    name: string;
                    /** @description Path under which the file can be downloaded */
                    path: string;
                    width: number;
                };
            };
            /**
             * @description Present when the result was reused from an earlier execution
             * @enum {boolean}
             */
            reused?: true;
            settings: {
                [key: string]: unknown;
            };
            /** @description Processing start time */
            startedAt: string | null;
            /** @enum {unknown} */
            status: "CREATED" | "ACTIVE" | "COMPLETED" | "IN_QA" | "PAYMENT_REQUIRED" | "FAILED";
            /** @description The user who created the execution */
            userId: string;
            webhooks: string[];
            /** @description Workflow ID */
            workflow: string;
            /** @description The workflow's name when the execution was created */
            workflowName: string;
            /** @description Workflow version ID used */
            workflowVersion: string;
        };
        Trace: {
            /** @description Number of the attempt; null before the first attempt has ended */
            attempt: number | null;
            /** @description Whether the image sizes of all steps are known; if false, request the trace again */
            complete: boolean;
            execution: string;
            /** @description The step that failed, or during which the execution was stopped */
            failedStep: string | null;
            input: {
                /** @description Duration of the step and of the steps joined with it; for the last step, also of writing the file */
                durationMs: number | null;
                /** @description Height of the image after the step */
                height: number | null;
                /** @description The step with which this one ran as one pipeline; its duration includes this step */
                joinedWith: string | null;
                megapixels: number | null;
                /** @description Memory of the process when the step ended */
                memoryBytes: number | null;
                /** @description Path of a small image of the result of the step */
                preview: string | null;
                /** @description Where the step moved the pixels of the image, as the two rows of a matrix: x' = a x + b y + c and y' = d x + e y + f. (0, 0) is the top left corner of the image. Of the input: from the pixels of the file to the upright image. Null when it is not known, or no such map exists */
                transform: number[][] | null;
                warnings: string[];
                /** @description Width of the image after the step */
                width: number | null;
            } | null;
            steps: {
                component: string;
                /** @description Confidence of the step, from 0 to 1; null when the step reports none */
                confidence: number | null;
                /** @description Duration of the step and of the steps joined with it; for the last step, also of writing the file */
                durationMs: number | null;
                failed: boolean;
                /** @description Height of the image after the step */
                height: number | null;
                id: string;
                /** @description The step with which this one ran as one pipeline; its duration includes this step */
                joinedWith: string | null;
                megapixels: number | null;
                /** @description Memory of the process when the step ended */
                memoryBytes: number | null;
                /** @description Path of a small image of the result of the step */
                preview: string | null;
                /** @description Whether the result of the step was reused from an earlier execution */
                reused: boolean;
                /**
                 * @description Why the step was skipped; null when it ran
                 * @enum {string|null}
                 */
                skipped: "condition" | "missing_input" | "superseded" | null;
                /** @description Where the step moved the pixels of the image, as the two rows of a matrix: x' = a x + b y + c and y' = d x + e y + f. (0, 0) is the top left corner of the image. Of the input: from the pixels of the file to the upright image. Null when it is not known, or no such map exists */
                transform: number[][] | null;
                /** @description The transforms up to this step as one: from the upright input image to the image after this step. Null from the first step on whose transform is null */
                transformFromInput: number[][] | null;
                warnings: string[];
                /** @description Width of the image after the step */
                width: number | null;
            }[];
            totals: {
                /** @description Lowest confidence of all steps */
                confidence: number | null;
                durationMs: number;
                /** @description Expected duration of all steps, from the measured cost of each component */
                expectedMs: number;
                /** @description Highest memory of the process after any step */
                memoryBytes: number | null;
                stepsRun: number;
                stepsSkipped: number;
                warnings: number;
            };
        };
        UsageEntry: {
            /** @description Credits charged in this period */
            credits: number;
            /** @description Executions that are COMPLETED or FAILED, by their finishedAt */
            executions: number;
            /** @description Executions that are FAILED, by their finishedAt */
            failures: number;
            groupId: string | null;
            groupName: string | null;
            /** @description The first day of the period, in the time zone of the query */
            period: string;
            /** Format: date-time */
            periodStart: string;
            processingSeconds: {
                p50: number | null;
                p95: number | null;
            };
            queueSeconds: {
                p50: number | null;
                p95: number | null;
            };
            /** @description Time that the steps of the executions took, in seconds */
            workSeconds: number;
        };
        WebhookDelivery: {
            attemptCount: number;
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the webhook endpoint */
            endpointId: string | null;
            /** @description Id of the execution */
            executionId: string | null;
            /** @description Id of the delivery */
            id: string;
            /** Format: date-time */
            nextAttemptAt: string | null;
            /** @enum {unknown} */
            status: "pending" | "held" | "delivered" | "gave_up" | "stopped";
            /** @enum {unknown} */
            type: "execution.completed" | "execution.failed" | "execution.payment_required" | "execution.in_qa" | "batch.completed" | "qa.waiting" | "credits.low" | "webhook.test";
            url: string;
        };
        WebhookDeliveryWithAttempts: {
            attemptCount: number;
            attempts: {
                /** @description The first 1024 bytes of the response body */
                answer: string | null;
                durationMs: number;
                error: string | null;
                number: number;
                requestHeaders: {
                    [key: string]: string;
                };
                /** Format: date-time */
                startedAt: string;
                /** @description The HTTP status of the response; null when there was no response */
                status: number | null;
            }[];
            /** @description The body of the message, the same on every attempt */
            body: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the webhook endpoint */
            endpointId: string | null;
            /** @description Id of the execution */
            executionId: string | null;
            /** @description Id of the delivery */
            id: string;
            /** Format: date-time */
            nextAttemptAt: string | null;
            /** @enum {unknown} */
            status: "pending" | "held" | "delivered" | "gave_up" | "stopped";
            /** @enum {unknown} */
            type: "execution.completed" | "execution.failed" | "execution.payment_required" | "execution.in_qa" | "batch.completed" | "qa.waiting" | "credits.low" | "webhook.test";
            url: string;
        };
        WebhookEndpoint: {
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the user */
            createdBy: string;
            /**
             * Format: date-time
             * @description When the service disabled the endpoint because it failed for days. Changing the endpoint enables it again.
             */
            disabledAt: string | null;
            /** @description Event types, groups of types such as execution.*, or * for all */
            events: ("execution.completed" | "execution.failed" | "execution.payment_required" | "execution.in_qa" | "batch.completed" | "qa.waiting" | "credits.low" | "execution.*" | "batch.*" | "qa.*" | "credits.*" | "*")[];
            /**
             * Format: date-time
             * @description Time of the first failed attempt since the last successful one; null when the last attempt succeeded
             */
            failingSince: string | null;
            /** @description Id of the webhook endpoint */
            id: string;
            /** @description Messages are kept while the endpoint is paused, and sent when it is resumed. */
            paused: boolean;
            url: string;
        };
        Workflow: {
            author: {
                /** @description Id of the user */
                id: string;
                name: string;
            };
            /** Format: date-time */
            date: string;
            executionPrice: number;
            /** @description Id of the workflow */
            id: string;
            inputs: {
                [key: string]: {
                    description: string;
                    required: boolean;
                };
            };
            name: string;
            /** @enum {unknown} */
            qa: "off" | "unsure" | "sample" | "all";
            qaSampling?: {
                /**
                 * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                 * @default 4
                 * @enum {unknown}
                 */
                aql: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                /**
                 * @description Number of results that are accepted or refused together
                 * @default 500
                 */
                lotSize: number;
            };
            /** @description Template of the file names of results */
            resultNames?: string;
            /** @description Id of the version */
            version: string;
            workflowComponents: {
                component: string;
                id: string;
                output?: string;
                params: {
                    [key: string]: unknown;
                };
                when?: {
                    [key: string]: unknown;
                };
            }[];
        };
        WorkflowDiff: {
            /** @description The value in both versions; missing when it is the same */
            executionPrice?: {
                after: number;
                before: number;
            };
            /** @description Id of the version */
            from: string;
            inputs: {
                added: {
                    description: string;
                    name: string;
                    required: boolean;
                }[];
                changed: {
                    after: {
                        description: string;
                        required: boolean;
                    };
                    before: {
                        description: string;
                        required: boolean;
                    };
                    name: string;
                }[];
                removed: {
                    description: string;
                    name: string;
                    required: boolean;
                }[];
            };
            /** @description The value in both versions; missing when it is the same */
            name?: {
                after: string;
                before: string;
            };
            /** @description The value in both versions; missing when it is the same */
            qa?: {
                /** @enum {unknown} */
                after: "off" | "unsure" | "sample" | "all";
                /** @enum {unknown} */
                before: "off" | "unsure" | "sample" | "all";
            };
            /** @description The value in both versions; missing when it is the same */
            qaSampling?: {
                after: {
                    /**
                     * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                     * @default 4
                     * @enum {unknown}
                     */
                    aql: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                    /**
                     * @description Number of results that are accepted or refused together
                     * @default 500
                     */
                    lotSize: number;
                } | null;
                before: {
                    /**
                     * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                     * @default 4
                     * @enum {unknown}
                     */
                    aql: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                    /**
                     * @description Number of results that are accepted or refused together
                     * @default 500
                     */
                    lotSize: number;
                } | null;
            };
            /** @description The value in both versions; missing when it is the same */
            resultNames?: {
                after: string | null;
                before: string | null;
            };
            steps: {
                added: {
                    component: string;
                    id: string;
                    output?: string;
                    params: {
                        [key: string]: unknown;
                    };
                    /** @description Position in the list of steps, from 0 */
                    position: number;
                    when?: {
                        [key: string]: unknown;
                    };
                }[];
                changed: {
                    component: string;
                    id: string;
                    /** @description The output name of the step in both versions; missing when it is the same */
                    output?: {
                        after: string | null;
                        before: string | null;
                    };
                    params: {
                        after: unknown;
                        before: unknown;
                        name: string;
                    }[];
                    /** @description The condition of the step in both versions; missing when it is the same */
                    when?: {
                        after: {
                            [key: string]: unknown;
                        } | null;
                        before: {
                            [key: string]: unknown;
                        } | null;
                    };
                }[];
                moved: {
                    /** @description Position in the list of steps, from 0 */
                    after: number;
                    /** @description Position in the list of steps, from 0 */
                    before: number;
                    component: string;
                    id: string;
                }[];
                removed: {
                    component: string;
                    id: string;
                    output?: string;
                    params: {
                        [key: string]: unknown;
                    };
                    /** @description Position in the list of steps, from 0 */
                    position: number;
                    when?: {
                        [key: string]: unknown;
                    };
                }[];
            };
            /** @description Id of the version */
            to: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "get.wellKnownOauthAuthorizationServer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the endpoints of the authorization server (RFC 8414). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issuer: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    postOauthDeviceCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "application/x-www-form-urlencoded": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Starts the device flow (RFC 8628). Send client_id and scope as a form. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        device_code: string;
                        expires_in: number;
                        interval: number;
                        user_code: string;
                        verification_uri: string;
                        verification_uri_complete: string;
                    };
                };
            };
        };
    };
    getOauthJwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the public keys that verify access tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: ({
                            kid: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                };
            };
        };
    };
    postOauthRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "application/x-www-form-urlencoded": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Ends the connection of a refresh or access token (RFC 7009). Returns 200 for an unknown token as well. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postOauthToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "application/x-www-form-urlencoded": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Exchanges a device code or a refresh token for an access token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        expires_in: number;
                        refresh_token?: string;
                        scope: string;
                        token_type: string;
                    };
                };
            };
        };
    };
    "getOpenapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the description of this API as an OpenAPI 3.1 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    putAccount: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Kim"
                 *     }
                 */
                "application/json": {
                    /** @description The new name of the person */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Changes the name of the person who is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        csrfToken: string;
                        organization: {
                            /** @description Id of the organization */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        };
                        organizations: {
                            /** @description Id of the organization */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        }[];
                        publicUrl: string;
                        user: {
                            email: string;
                            /** @description Id of the user */
                            id: string;
                            name: string;
                            platformAdministrator: boolean;
                        };
                    };
                };
            };
        };
    };
    getAccountExport: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns all that is stored about the person who is signed in, as a JSON file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
        };
    };
    getAccountNotices: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns which mails the person who is signed in gets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the service has a mail server. Without one, no mail is sent. */
                        mailServer: boolean;
                        notices: {
                            /** @description All executions of a batch are done. */
                            "batch.completed": boolean;
                            /** @description The credits have fallen below the threshold of the organization. */
                            "credits.low": boolean;
                            /** @description Results wait for review. */
                            "qa.waiting": boolean;
                        };
                    };
                };
            };
        };
    };
    putAccountNotices: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notices": {
                 *         "batch.completed": true
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The kinds of mails to switch on or off */
                    notices: {
                        /** @description All executions of a batch are done. */
                        "batch.completed"?: boolean;
                        /** @description The credits have fallen below the threshold of the organization. */
                        "credits.low"?: boolean;
                        /** @description Results wait for review. */
                        "qa.waiting"?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Changes which mails the person who is signed in gets. Kinds that are left out stay as they are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the service has a mail server. Without one, no mail is sent. */
                        mailServer: boolean;
                        notices: {
                            /** @description All executions of a batch are done. */
                            "batch.completed": boolean;
                            /** @description The credits have fallen below the threshold of the organization. */
                            "credits.low": boolean;
                            /** @description Results wait for review. */
                            "qa.waiting": boolean;
                        };
                    };
                };
            };
        };
    };
    putAccountPassword: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "chalk lamp orchard",
                 *       "newPassword": "orchard lamp chalk"
                 *     }
                 */
                "application/json": {
                    /** @description The password */
                    currentPassword: string;
                    /** @description A password of 8 to 128 characters, spaces allowed */
                    newPassword: string;
                    /** @description Whether to revoke the person's API keys as well. Default: false. */
                    revokeApiKeys?: boolean;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Changes the password. Ends all other sessions and connected apps of the person, and revokes the API keys on request. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getBatch: {
        parameters: {
            query?: {
                /** @description Where the next page starts: the cursor from the Link header of the previous page. It contains the filter and the sort order. */
                cursor?: string;
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip. Default: 0. Cannot be combined with cursor. */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Only batches with this text in their name, in upper or lower case */
                search?: string;
                /** @description Only batches with this status */
                status?: "empty" | "running" | "paused" | "completed" | "closed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists batches, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["Batch"][];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    postBatch: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Autumn mugs",
                 *       "expected": 200,
                 *       "budget": 5000,
                 *       "qa": "sample",
                 *       "qaSampling": {
                 *         "aql": 4,
                 *         "lotSize": 200
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The budget in credits, for charged and held credits together */
                    budget?: number | null;
                    /** @description The expected number of executions of the batch */
                    expected?: number | null;
                    /** @description The name of the batch; several batches may have the same name */
                    name: string;
                    /** @description Priority of the batch inside the organization: 9 is processed first, 0 last. Default: 5. */
                    priority?: number;
                    /** @description Which results of the batch wait for a reviewer; null: as each workflow says */
                    qa?: ("off" | "unsure" | "sample" | "all") | null;
                    /** @description Acceptance sampling, for the mode sample only. Send `qa` as well. */
                    qaSampling?: {
                        /**
                         * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                         * @default 4
                         * @enum {unknown}
                         */
                        aql?: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                        /**
                         * @description Number of results that are accepted or refused together
                         * @default 500
                         */
                        lotSize?: number;
                    } | null;
                    /** @description URLs that get the messages about the batch */
                    webhooks?: string[];
                    /** @description The main workflow of the batch; its executions may use other workflows */
                    workflow?: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Creates a batch. Executions join it with its id as the label service_batch_id. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedBatch"];
                };
            };
        };
    };
    getBatchById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns one batch with its counters and its throughput. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedBatch"];
                };
            };
        };
    };
    putBatchById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expected": 250,
                 *       "priority": 8
                 *     }
                 */
                "application/json": {
                    /** @description The budget in credits, for charged and held credits together */
                    budget?: number | null;
                    /** @description The expected number of executions of the batch */
                    expected?: number | null;
                    /** @description The name of the batch; several batches may have the same name */
                    name?: string;
                    /** @description Priority of the batch inside the organization: 9 is processed first, 0 last. Default: 5. */
                    priority?: number;
                    /** @description Which results of the batch wait for a reviewer; null: as each workflow says */
                    qa?: ("off" | "unsure" | "sample" | "all") | null;
                    /** @description Acceptance sampling, for the mode sample only. Send `qa` as well. */
                    qaSampling?: {
                        /**
                         * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                         * @default 4
                         * @enum {unknown}
                         */
                        aql?: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                        /**
                         * @description Number of results that are accepted or refused together
                         * @default 500
                         */
                        lotSize?: number;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Changes a batch. Fields that are left out stay as they are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedBatch"];
                };
            };
        };
    };
    deleteBatchById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Deletes a batch with all of its executions, in the background. All of them must be finished. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the deletion, as in the audit log */
                        id: string;
                    };
                };
            };
        };
    };
    postBatchByIdCancel: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Cancels the queued and running executions of a batch in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the bulk call */
                        id: string;
                        /** @description How many executions of the batch are in a status that allows the action */
                        matched: number;
                    };
                };
            };
        };
    };
    postBatchByIdClose: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Closes a batch: no more executions follow, and it is completed as soon as all of its executions are finished. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedBatch"];
                };
            };
        };
    };
    postBatchByIdHold: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Puts a batch on hold: retention deletes none of its data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedBatch"];
                };
            };
        };
    };
    "getBatchByIdManifest.csv": {
        parameters: {
            query?: {
                /** @description Template of the file names: {name}, {index}, {workflow} and {label.key}; the extension is appended. Default: {name}. */
                names?: string;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description With "all", the ZIP file also contains the named outputs of each execution, as name_output, and the manifest has a row for each file. */
                outputs?: "default" | "all";
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the manifest of the batch: one row for each execution, with the file names in results.zip. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postBatchByIdPause: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Pauses a batch: its queued executions wait, and those that are being processed continue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedBatch"];
                };
            };
        };
    };
    getBatchByIdQa: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns how the results of a batch are reviewed, why, and how its lots ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Which results of the batch wait for a reviewer; null: as each workflow says */
                        qa: ("off" | "unsure" | "sample" | "all") | null;
                        qaSampling: {
                            /**
                             * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                             * @default 4
                             * @enum {unknown}
                             */
                            aql: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                            /**
                             * @description Number of results that are accepted or refused together
                             * @default 500
                             */
                            lotSize: number;
                        } | null;
                        workflows: {
                            lastLot: {
                                /** @description The lot is accepted with at most this many rejects in the sample */
                                acceptance: number;
                                aql: number;
                                codeLetter: string;
                                /** @description Number of decisions about the sample so far */
                                decided: number;
                                /** @description Why the lot was formed: full (it had enough results), quiet (no new results came) or closed (the batch was closed) */
                                formedBecause: string;
                                /** @description Outcome of the lot: accepted or refused; null while it is open */
                                outcome: string | null;
                                rejected: number;
                                /** @description Number of results of a lot that are reviewed */
                                sampleSize: number;
                                /** @enum {unknown} */
                                severity: "normal" | "tightened";
                                size: number;
                            } | null;
                            lots: {
                                accepted: number;
                                formed: number;
                                refused: number;
                            };
                            /** @description The sampling plan in force for a full lot */
                            plan: {
                                /** @description The lot is accepted with at most this many rejects in the sample */
                                acceptance: number;
                                codeLetter: string;
                                /** @description Number of results of a lot that are reviewed */
                                sampleSize: number;
                            } | null;
                            /**
                             * @description The review mode in force
                             * @enum {unknown}
                             */
                            qa: "off" | "unsure" | "sample" | "all";
                            qaSampling: {
                                /**
                                 * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                                 * @default 4
                                 * @enum {unknown}
                                 */
                                aql: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                                /**
                                 * @description Number of results that are accepted or refused together
                                 * @default 500
                                 */
                                lotSize: number;
                            } | null;
                            severity: ("normal" | "tightened") | null;
                            /** @description Results that wait for the next lot */
                            waiting: number;
                            /** @description Why this sampling plan is in force */
                            why: string | null;
                            /** @description Id of the workflow */
                            workflow: string;
                        }[];
                    };
                };
            };
        };
    };
    putBatchByIdQa: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "qa": "sample",
                 *       "qaSampling": {
                 *         "aql": 2.5,
                 *         "lotSize": 500
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Which results of the batch wait for a reviewer; null: as each workflow says */
                    qa: ("off" | "unsure" | "sample" | "all") | null;
                    /** @description Acceptance sampling, for the mode sample only. Send `qa` as well. */
                    qaSampling?: {
                        /**
                         * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                         * @default 4
                         * @enum {unknown}
                         */
                        aql?: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                        /**
                         * @description Number of results that are accepted or refused together
                         * @default 500
                         */
                        lotSize?: number;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Changes how the results of a batch are reviewed. Only owners and admins may weaken the review. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Which results of the batch wait for a reviewer; null: as each workflow says */
                        qa: ("off" | "unsure" | "sample" | "all") | null;
                        qaSampling: {
                            /**
                             * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                             * @default 4
                             * @enum {unknown}
                             */
                            aql: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                            /**
                             * @description Number of results that are accepted or refused together
                             * @default 500
                             */
                            lotSize: number;
                        } | null;
                        workflows: {
                            lastLot: {
                                /** @description The lot is accepted with at most this many rejects in the sample */
                                acceptance: number;
                                aql: number;
                                codeLetter: string;
                                /** @description Number of decisions about the sample so far */
                                decided: number;
                                /** @description Why the lot was formed: full (it had enough results), quiet (no new results came) or closed (the batch was closed) */
                                formedBecause: string;
                                /** @description Outcome of the lot: accepted or refused; null while it is open */
                                outcome: string | null;
                                rejected: number;
                                /** @description Number of results of a lot that are reviewed */
                                sampleSize: number;
                                /** @enum {unknown} */
                                severity: "normal" | "tightened";
                                size: number;
                            } | null;
                            lots: {
                                accepted: number;
                                formed: number;
                                refused: number;
                            };
                            /** @description The sampling plan in force for a full lot */
                            plan: {
                                /** @description The lot is accepted with at most this many rejects in the sample */
                                acceptance: number;
                                codeLetter: string;
                                /** @description Number of results of a lot that are reviewed */
                                sampleSize: number;
                            } | null;
                            /**
                             * @description The review mode in force
                             * @enum {unknown}
                             */
                            qa: "off" | "unsure" | "sample" | "all";
                            qaSampling: {
                                /**
                                 * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                                 * @default 4
                                 * @enum {unknown}
                                 */
                                aql: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                                /**
                                 * @description Number of results that are accepted or refused together
                                 * @default 500
                                 */
                                lotSize: number;
                            } | null;
                            severity: ("normal" | "tightened") | null;
                            /** @description Results that wait for the next lot */
                            waiting: number;
                            /** @description Why this sampling plan is in force */
                            why: string | null;
                            /** @description Id of the workflow */
                            workflow: string;
                        }[];
                    };
                };
            };
        };
    };
    postBatchByIdRelease: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Ends the hold on a batch: retention applies to it again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedBatch"];
                };
            };
        };
    };
    "getBatchByIdResults.zip": {
        parameters: {
            query?: {
                /** @description Template of the file names: {name}, {index}, {workflow} and {label.key}; the extension is appended. Default: {name}. */
                names?: string;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description With "all", the ZIP file also contains the named outputs of each execution, as name_output, and the manifest has a row for each file. */
                outputs?: "default" | "all";
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns a ZIP file with the results of the batch and a manifest of all its executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postBatchByIdResume: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Resumes a paused batch, so that its queued executions can start. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedBatch"];
                };
            };
        };
    };
    postBatchByIdRetry: {
        parameters: {
            query?: {
                /** @description Only executions whose error has this code */
                errorCode?: string;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Retries the failed and unpaid executions of a batch in the background. Leaves out canceled and rejected ones unless errorCode names them. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the bulk call */
                        id: string;
                        /** @description How many executions of the batch are in a status that allows the action */
                        matched: number;
                    };
                };
            };
        };
    };
    getBatchByIdStatus: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the batch */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Streams the counters of a batch as server-sent events, at most two a second, until it is completed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getComponent: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the components that steps can use, each with the JSON Schema of its parameters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["Component"][];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getComponentByName: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns one component with the JSON Schema of its parameters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"];
                };
            };
        };
    };
    getDeviceByUserCode: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                userCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the app that asks to be connected with this code, with the address and time of its request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        clientId: string;
                        clientName: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** Format: date-time */
                        requestedAt: string;
                        requestedFrom: string;
                        userCode: string;
                    };
                };
            };
        };
    };
    postDeviceByUserCodeConfirm: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                userCode: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organizationId": "018f3a5e-7c00-7000-8000-000000000001"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the organization */
                    organizationId: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Connects the app that shows this code. It may then act for this person in the given organization. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postDeviceByUserCodeDeny: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                userCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refuses to connect the app that shows this code. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns an empty 200 when the service can take calls, or 503 while its database cannot be reached. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteImageByHash: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Deletes an image of the organization. Downloads are answered with 410 from then on. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getImageByHashByName: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Returns a WebP thumbnail whose longest side has at most this many pixels, instead of the image. */
                size?: 160 | 320 | 640 | 1280;
            };
            header?: never;
            path: {
                hash: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the bytes of one of the organization's images. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
        };
    };
    getInvitationByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the organization, e-mail address and role of an invitation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        hasAccount: boolean;
                        organizationName: string;
                        /** @enum {unknown} */
                        role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                    };
                };
            };
        };
    };
    postInvitationByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Kim",
                 *       "password": "chalk lamp orchard"
                 *     }
                 */
                "application/json": {
                    /** @description The name of a new person */
                    name?: string;
                    /** @description The password */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Accepts an invitation and signs in, as a new user or with the password of the existing one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        csrfToken: string;
                        organization: {
                            /** @description Id of the organization */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        };
                        organizations: {
                            /** @description Id of the organization */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        }[];
                        publicUrl: string;
                        user: {
                            email: string;
                            /** @description Id of the user */
                            id: string;
                            name: string;
                            platformAdministrator: boolean;
                        };
                    };
                };
            };
        };
    };
    getOauthClient: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the apps that may ask to be connected. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            builtIn: boolean;
                            clientId: string;
                            /** Format: date-time */
                            createdAt: string;
                            name: string;
                            rotateRefreshTokens: boolean;
                        }[];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    postOauthClient: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "capture-tool",
                 *       "name": "Capture tool"
                 *     }
                 */
                "application/json": {
                    /** @description The id that the app sends */
                    clientId: string;
                    /** @description The name that people see */
                    name: string;
                    /** @description Whether each refresh token can be used once only. Default: false. */
                    rotateRefreshTokens?: boolean;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Registers an app that may ask to be connected. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        builtIn: boolean;
                        clientId: string;
                        /** Format: date-time */
                        createdAt: string;
                        name: string;
                        rotateRefreshTokens: boolean;
                    };
                };
            };
        };
    };
    deleteOauthClientByClientId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Removes a registered app and ends its connections. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the organizations that the caller may act for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["Organization"][];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    postOrganization: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Studio North"
                 *     }
                 */
                "application/json": {
                    /** @description The name of the organization */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Creates an organization, owned by the caller. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    getOrganizationById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns one organization with its members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    putOrganizationById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Studio North"
                 *     }
                 */
                "application/json": {
                    /** @description The new name of the organization */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Renames the organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    deleteOrganizationById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Deletes an organization in the background: its images, executions, workflows and members. Its ledger, usage and audit log stay. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the deletion, as in the audit log */
                        id: string;
                    };
                };
            };
        };
    };
    getOrganizationByIdAuditLog: {
        parameters: {
            query?: {
                /** @description Only entries with this action, such as key.create, or with this first part, such as key */
                action?: string;
                /** @description Only entries made at this time or later */
                createdAfter?: string;
                /** @description Only entries made before this time */
                createdBefore?: string;
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Id of the user */
                user?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the audit log of the organization, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            action: string;
                            /** Format: date-time */
                            at: string;
                            detail: {
                                [key: string]: unknown;
                            };
                            /** @description Id of the entry */
                            id: string;
                            subject: string;
                            /** @description File name of the execution, or name of the batch; null for other subjects and for what was deleted */
                            subjectName: string | null;
                            userEmail: string | null;
                            /** @description Id of the user */
                            userId: string | null;
                        }[];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    "getOrganizationByIdAuditLog.csv": {
        parameters: {
            query?: {
                /** @description Only entries with this action, such as key.create, or with this first part, such as key */
                action?: string;
                /** @description Only entries made at this time or later */
                createdAfter?: string;
                /** @description Only entries made before this time */
                createdBefore?: string;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Id of the user */
                user?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the audit log as CSV, whole or what matches the filter. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganizationByIdCredits: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the credits that can be spent now, and those that are held for unfinished executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        available: number;
                        /** @description Held for executions that wait, run or are in review; charged or released when they end */
                        held: number;
                    };
                };
            };
        };
    };
    postOrganizationByIdCredits: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 500,
                 *       "note": "November"
                 *     }
                 */
                "application/json": {
                    /** @description Credits to add; a negative number takes credits back */
                    amount: number;
                    /** @description A note for the ledger */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Grants credits to an organization, or takes them back when the amount is negative. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerEntry"];
                };
            };
        };
    };
    getOrganizationByIdDevices: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the connected apps: all of them for owners and admins, their own for other members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            clientId: string;
                            clientName: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description Id of the connected app */
                            id: string;
                            /** Format: date-time */
                            lastUsedAt: string;
                            userEmail: string;
                            /** @description Id of the user */
                            userId: string;
                        }[];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    deleteOrganizationByIdDevicesByGrantId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the connected app */
                grantId: string;
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Disconnects an app. Its calls are refused within seconds. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganizationByIdInvitations: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the pending invitations, without their links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            /** Format: date-time */
                            createdAt: string;
                            email: string;
                            /** Format: date-time */
                            expiresAt: string;
                            /** @description Id of the invitation */
                            id: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        }[];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    postOrganizationByIdInvitations: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "kim@example.com",
                 *       "role": "operator"
                 *     }
                 */
                "application/json": {
                    /** @description The e-mail address of a person */
                    email: string;
                    /**
                     * @description What the person may do
                     * @enum {unknown}
                     */
                    role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Invites a person. The link is in this response and is never shown again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        email: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description Id of the invitation */
                        id: string;
                        /** @enum {unknown} */
                        role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        url: string;
                    };
                };
            };
        };
    };
    deleteOrganizationByIdInvitationsByInvitationId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
                /** @description Id of the invitation */
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Withdraws an invitation. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganizationByIdKeys: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the API keys of the organization, without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["ApiKey"][];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    postOrganizationByIdKeys: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop import",
                 *       "role": "operator"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the key becomes invalid; null or missing: never
                     */
                    expiresAt?: string | null;
                    /** @description A name that tells where the key is used */
                    name: string;
                    /**
                     * @description What calls with the key may do
                     * @enum {unknown}
                     */
                    role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Creates an API key. Its secret is in this response and is never shown again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
        };
    };
    deleteOrganizationByIdKeysByKeyId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
                /** @description Id of the API key */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Revokes an API key. It is refused within seconds. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganizationByIdLedger: {
        parameters: {
            query?: {
                /** @description Only entries made at this time or later */
                createdAfter?: string;
                /** @description Only entries made before this time */
                createdBefore?: string;
                /** @description Where the next page starts: the cursor from the Link header of the previous page. It contains the filter and the sort order. */
                cursor?: string;
                /** @description Id of the execution */
                execution?: string;
                /** @description Only entries of this kind */
                kind?: "grant" | "withdrawal" | "charge";
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip. Default: 0. Cannot be combined with cursor. */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Id of the user */
                user?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists every movement of credits, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["LedgerEntry"][];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getOrganizationByIdLimits: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the organization's own limits; null where the default of the service applies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether workflows may have an executionPrice below the base price plus the prices of their components */
                        belowCost: boolean;
                        /** @description Maximum number of requests a minute for each credential of the organization; null: the default of the service */
                        requestsPerMinute: number | null;
                    };
                };
            };
        };
    };
    putOrganizationByIdLimits: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "requestsPerMinute": 6000
                 *     }
                 */
                "application/json": {
                    /** @description Whether workflows may have an executionPrice below the base price plus the prices of their components */
                    belowCost?: boolean;
                    /** @description Maximum number of requests a minute for each credential of the organization; null: the default of the service */
                    requestsPerMinute?: number | null;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Changes the organization's own limits, within seconds. Limits that are left out stay as they are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether workflows may have an executionPrice below the base price plus the prices of their components */
                        belowCost: boolean;
                        /** @description Maximum number of requests a minute for each credential of the organization; null: the default of the service */
                        requestsPerMinute: number | null;
                    };
                };
            };
        };
    };
    getOrganizationByIdMembers: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the members of the organization and their roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            email: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                            /** @description Id of the user */
                            userId: string;
                        }[];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    putOrganizationByIdMembersByUserId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
                /** @description Id of the member */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "operator"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the person may do
                     * @enum {unknown}
                     */
                    role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Changes the role of a member. It takes effect within seconds. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteOrganizationByIdMembersByUserId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
                /** @description Id of the member */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Removes a member. To leave, remove yourself, signed in to the console. The last owner cannot be removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postOrganizationByIdMembersByUserIdPasswordReset: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
                /** @description Id of the member */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Creates a link with which a member sets a new password. The link is never shown again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        expiresAt: string;
                        url: string;
                    };
                };
            };
        };
    };
    getOrganizationByIdQueue: {
        parameters: {
            query?: {
                /** @description Id of the execution */
                execution?: string;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns how much work of the organization waits and runs, and the place of one execution in the queue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        execution: {
                            /** @description Id of the execution */
                            id: string;
                            /** @description Place in the queue: 1 for the next execution, 0 for one that is running, null for any other. Counted up to 10000 */
                            position: number | null;
                            /** @description Expected time until the execution is done; null when unknown */
                            seconds: number | null;
                            /** @enum {unknown} */
                            status: "CREATED" | "ACTIVE" | "COMPLETED" | "IN_QA" | "PAYMENT_REQUIRED" | "FAILED";
                        } | null;
                        /** Format: date-time */
                        oldestWaitingAt: string | null;
                        /** @description Queue time of the runs that ended in the last hour, in seconds; null when there were none */
                        queueSeconds: {
                            p50: number | null;
                            p95: number | null;
                        };
                        /** @description Executions that are ACTIVE */
                        running: number;
                        /** @description Executions that ended or went to review per minute, over the last five minutes */
                        throughputPerMinute: number;
                        /** @description Executions that are CREATED */
                        waiting: number;
                    };
                };
            };
        };
    };
    getOrganizationByIdRejectCodes: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the codes that a rejection may name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: string[];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    putOrganizationByIdRejectCodes: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entries": [
                 *         "cut-out-edge",
                 *         "colour",
                 *         "framing"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description All codes that a rejection may name */
                    entries: string[];
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Replaces the codes that a rejection may name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: string[];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getOrganizationByIdRetention: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the retention rules of the organization: how many days each kind of data is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many days an entry of the audit log is kept. 0: for ever. Null: the default of the platform. */
                        auditLog: number | null;
                        /** @description The defaults of the platform in days; 0: for ever */
                        defaults: {
                            auditLog: number;
                            inputs: number;
                            results: number;
                            traces: number;
                            webhooks: number;
                        };
                        /** @description How many days an uploaded image is kept after its last use. 0: for ever. Null: the default of the platform. */
                        inputs: number | null;
                        /** @description How many days a result is kept after it was made or last used. 0: for ever. Null: the default of the platform. */
                        results: number | null;
                        /** @description How many days the trace of an execution, with the images of its steps, is kept after the execution ends. 0: for ever. Null: the default of the platform. */
                        traces: number | null;
                        /** @description How many days a webhook message and its attempts are kept. 0: for ever. Null: the default of the platform. */
                        webhooks: number | null;
                    };
                };
            };
        };
    };
    putOrganizationByIdRetention: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "results": 90,
                 *       "traces": 30
                 *     }
                 */
                "application/json": {
                    /** @description How many days an entry of the audit log is kept. 0: for ever. Null: the default of the platform. */
                    auditLog?: number | null;
                    /** @description How many days an uploaded image is kept after its last use. 0: for ever. Null: the default of the platform. */
                    inputs?: number | null;
                    /** @description How many days a result is kept after it was made or last used. 0: for ever. Null: the default of the platform. */
                    results?: number | null;
                    /** @description How many days the trace of an execution, with the images of its steps, is kept after the execution ends. 0: for ever. Null: the default of the platform. */
                    traces?: number | null;
                    /** @description How many days a webhook message and its attempts are kept. 0: for ever. Null: the default of the platform. */
                    webhooks?: number | null;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Changes the retention rules of the organization. Kinds that are left out stay as they are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many days an entry of the audit log is kept. 0: for ever. Null: the default of the platform. */
                        auditLog: number | null;
                        /** @description The defaults of the platform in days; 0: for ever */
                        defaults: {
                            auditLog: number;
                            inputs: number;
                            results: number;
                            traces: number;
                            webhooks: number;
                        };
                        /** @description How many days an uploaded image is kept after its last use. 0: for ever. Null: the default of the platform. */
                        inputs: number | null;
                        /** @description How many days a result is kept after it was made or last used. 0: for ever. Null: the default of the platform. */
                        results: number | null;
                        /** @description How many days the trace of an execution, with the images of its steps, is kept after the execution ends. 0: for ever. Null: the default of the platform. */
                        traces: number | null;
                        /** @description How many days a webhook message and its attempts are kept. 0: for ever. Null: the default of the platform. */
                        webhooks: number | null;
                    };
                };
            };
        };
    };
    getOrganizationByIdSettings: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the settings of the organization for its executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether PAYMENT_REQUIRED executions resume automatically when credits are added. Applies to executions that are created after this was switched on */
                        autoResume: boolean;
                        /** @description The event credits.low is sent when the available credits fall below this; null: never */
                        creditsLowAt: number | null;
                        /** @description Whether an execution with the same images and the same steps reuses the earlier result */
                        reuseResults: boolean;
                    };
                };
            };
        };
    };
    putOrganizationByIdSettings: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "autoResume": true,
                 *       "creditsLowAt": 500
                 *     }
                 */
                "application/json": {
                    /** @description Whether PAYMENT_REQUIRED executions resume automatically when credits are added. Applies to executions that are created after this was switched on */
                    autoResume?: boolean;
                    /** @description The event credits.low is sent when the available credits fall below this; null: never */
                    creditsLowAt?: number | null;
                    /** @description Whether an execution with the same images and the same steps reuses the earlier result */
                    reuseResults?: boolean;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Changes settings of the organization. Settings that are left out stay as they are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether PAYMENT_REQUIRED executions resume automatically when credits are added. Applies to executions that are created after this was switched on */
                        autoResume: boolean;
                        /** @description The event credits.low is sent when the available credits fall below this; null: never */
                        creditsLowAt: number | null;
                        /** @description Whether an execution with the same images and the same steps reuses the earlier result */
                        reuseResults: boolean;
                    };
                };
            };
        };
    };
    getOrganizationByIdStorage: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns how much data the organization has, by kind, and what will be deleted when. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        auditLog: {
                            bytes: number;
                            count: number;
                            /** @description After how many days data of this kind is deleted; null: never */
                            days: number | null;
                            /** @description What will be deleted on each of the next 31 days, by date in UTC. Data that a batch on hold or an unfinished execution needs is not deleted. */
                            upcoming: {
                                bytes: number;
                                count: number;
                                /** Format: date */
                                date: string;
                            }[];
                        };
                        /** @description Images that were deleted within the last day; their files are removed a day after the deletion */
                        deleted: {
                            bytes: number;
                            count: number;
                        };
                        inputs: {
                            bytes: number;
                            count: number;
                            /** @description After how many days data of this kind is deleted; null: never */
                            days: number | null;
                            /** @description What will be deleted on each of the next 31 days, by date in UTC. Data that a batch on hold or an unfinished execution needs is not deleted. */
                            upcoming: {
                                bytes: number;
                                count: number;
                                /** Format: date */
                                date: string;
                            }[];
                        };
                        results: {
                            bytes: number;
                            count: number;
                            /** @description After how many days data of this kind is deleted; null: never */
                            days: number | null;
                            /** @description What will be deleted on each of the next 31 days, by date in UTC. Data that a batch on hold or an unfinished execution needs is not deleted. */
                            upcoming: {
                                bytes: number;
                                count: number;
                                /** Format: date */
                                date: string;
                            }[];
                        };
                        traces: {
                            bytes: number;
                            count: number;
                            /** @description After how many days data of this kind is deleted; null: never */
                            days: number | null;
                            /** @description What will be deleted on each of the next 31 days, by date in UTC. Data that a batch on hold or an unfinished execution needs is not deleted. */
                            upcoming: {
                                bytes: number;
                                count: number;
                                /** Format: date */
                                date: string;
                            }[];
                        };
                        webhooks: {
                            bytes: number;
                            count: number;
                            /** @description After how many days data of this kind is deleted; null: never */
                            days: number | null;
                            /** @description What will be deleted on each of the next 31 days, by date in UTC. Data that a batch on hold or an unfinished execution needs is not deleted. */
                            upcoming: {
                                bytes: number;
                                count: number;
                                /** Format: date */
                                date: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getOrganizationByIdUsage: {
        parameters: {
            query?: {
                /** @description The length of a period */
                by?: "day" | "week" | "month";
                /** @description The first day. Default: 29 days before the last day. */
                from?: string;
                /** @description What the entries of a period are grouped by */
                group?: "workflow" | "key" | "user" | "batch" | "component";
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description The time zone whose days count, such as Europe/Berlin */
                timezone?: string;
                /** @description The last day. Default: today. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Reports executions, credits, failures and times by day, week or month. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["UsageEntry"][];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getOrganizationByIdWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only messages created at this time or later */
                createdAfter?: string;
                /** @description Only messages created before this time */
                createdBefore?: string;
                /** @description Where the next page starts: the cursor from the Link header of the previous page. It contains the filter and the sort order. */
                cursor?: string;
                /** @description Id of the webhook endpoint */
                endpoint?: string;
                /** @description Id of the execution */
                execution?: string;
                /** @description Host of the URL, with its port if the URL has one, such as example.com:8080 */
                host?: string;
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip. Default: 0. Cannot be combined with cursor. */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Only messages with this status */
                status?: "pending" | "held" | "delivered" | "gave_up" | "stopped";
                /** @description Only messages of this type */
                type?: "execution.completed" | "execution.failed" | "execution.payment_required" | "execution.in_qa" | "batch.completed" | "qa.waiting" | "credits.low" | "webhook.test";
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the webhook messages of the organization, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["WebhookDelivery"][];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getOrganizationByIdWebhookDeliveriesByDeliveryId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the delivery */
                deliveryId: string;
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns one webhook message with every attempt to deliver it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryWithAttempts"];
                };
            };
        };
    };
    postOrganizationByIdWebhookDeliveriesByDeliveryIdRedeliver: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the delivery */
                deliveryId: string;
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Sends one webhook message again, with the same webhook-id and body. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    postOrganizationByIdWebhookDeliveriesRedeliver: {
        parameters: {
            query?: {
                /** @description Only messages created at this time or later */
                createdAfter?: string;
                /** @description Only messages created before this time */
                createdBefore?: string;
                /** @description Id of the webhook endpoint */
                endpoint?: string;
                /** @description Id of the execution */
                execution?: string;
                /** @description Host of the URL, with its port if the URL has one, such as example.com:8080 */
                host?: string;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Only messages with this status */
                status?: "pending" | "held" | "delivered" | "gave_up" | "stopped";
                /** @description Only messages of this type */
                type?: "execution.completed" | "execution.failed" | "execution.payment_required" | "execution.in_qa" | "batch.completed" | "qa.waiting" | "credits.low" | "webhook.test";
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Sends again all webhook messages that match the filter, each with the same webhook-id and body as before. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        matched: number;
                    };
                };
            };
        };
    };
    getOrganizationByIdWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the webhook endpoints of the organization, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["WebhookEndpoint"][];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    postOrganizationByIdWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/darkroom",
                 *       "events": [
                 *         "execution.*",
                 *         "credits.low"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Event types, groups of types such as execution.*, or * for all */
                    events: ("execution.completed" | "execution.failed" | "execution.payment_required" | "execution.in_qa" | "batch.completed" | "qa.waiting" | "credits.low" | "execution.*" | "batch.*" | "qa.*" | "credits.*" | "*")[];
                    /** @description Messages are kept while the endpoint is paused, and sent when it is resumed. */
                    paused?: boolean;
                    /** @description The http or https URL that gets the messages */
                    url: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Adds a webhook endpoint, which receives events of the organization. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    getOrganizationByIdWebhookEndpointsByEndpointId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the webhook endpoint */
                endpointId: string;
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns one webhook endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    putOrganizationByIdWebhookEndpointsByEndpointId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the webhook endpoint */
                endpointId: string;
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "paused": true
                 *     }
                 */
                "application/json": {
                    /** @description Event types, groups of types such as execution.*, or * for all */
                    events?: ("execution.completed" | "execution.failed" | "execution.payment_required" | "execution.in_qa" | "batch.completed" | "qa.waiting" | "credits.low" | "execution.*" | "batch.*" | "qa.*" | "credits.*" | "*")[];
                    /** @description Messages are kept while the endpoint is paused, and sent when it is resumed. */
                    paused?: boolean;
                    /** @description The http or https URL that gets the messages */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Changes a webhook endpoint; fields that are left out stay as they are. Enables it if it was disabled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    deleteOrganizationByIdWebhookEndpointsByEndpointId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the webhook endpoint */
                endpointId: string;
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Deletes a webhook endpoint. Its messages that wait for an attempt are not sent any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postOrganizationByIdWebhookEndpointsByEndpointIdTest: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the webhook endpoint */
                endpointId: string;
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Sends a test message to one webhook endpoint, even if it is paused or disabled. Returns the delivery. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    getOrganizationByIdWebhookSecret: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the secret that signs the webhook messages of the organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description Until this time, messages also carry a signature with the previous secret
                         */
                        previousValidUntil: string | null;
                        secret: string;
                    };
                };
            };
        };
    };
    postOrganizationByIdWebhookSecretRotate: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlapHours": 48
                 *     }
                 */
                "application/json": {
                    /** @description Default: 24. With 0 the previous secret is invalid at once. */
                    overlapHours?: number;
                } | null;
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Replaces the signing secret. During the overlap, messages are also signed with the previous secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description Until this time, messages also carry a signature with the previous secret
                         */
                        previousValidUntil: string | null;
                        secret: string;
                    };
                };
            };
        };
    };
    getOrganizationBalance: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the number of credits that can be spent now, as plain digits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                    "text/plain": number;
                };
            };
        };
    };
    getPasswordResetByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns 204 when a password reset link is still valid, or 404. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postPasswordResetByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "orchard lamp chalk"
                 *     }
                 */
                "application/json": {
                    /** @description A password of 8 to 128 characters, spaces allowed */
                    password: string;
                    /** @description Whether to revoke the person's API keys as well. Default: false. */
                    revokeApiKeys?: boolean;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Sets a new password. Ends all sessions and connected apps of the person; revokes the API keys on request, or if another person created the link. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getPlatformQueue: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns how much work of all organizations waits and runs, with the live workers and their lanes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The lanes of all live workers */
                        lanes: number;
                        /** Format: date-time */
                        oldestWaitingAt: string | null;
                        /** @description Queue time of the runs that ended in the last hour, in seconds; null when there were none */
                        queueSeconds: {
                            p50: number | null;
                            p95: number | null;
                        };
                        /** @description Executions that are ACTIVE */
                        running: number;
                        /** @description Executions that ended or went to review per minute, over the last five minutes */
                        throughputPerMinute: number;
                        /** @description Executions that are CREATED */
                        waiting: number;
                        workers: {
                            /** @description Id of the worker */
                            id: string;
                            lanes: number;
                            /** Format: date-time */
                            leaseUntil: string;
                            /** @description Executions that the worker has taken from the queue and not finished */
                            running: number;
                        }[];
                    };
                };
            };
        };
    };
    postQaClaim: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "count": 10
                 *     }
                 */
                "application/json": {
                    /** @description Id of the batch */
                    batch?: string;
                    /** @description Maximum number of results to claim */
                    count: number;
                    /**
                     * @description Only results that wait for this reason
                     * @enum {unknown}
                     */
                    reason?: "all" | "unsure" | "again" | "sample" | "refused-lot";
                    /** @description Id of the workflow */
                    workflow?: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Claims the oldest results that nobody has claimed, for ten minutes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            execution: components["schemas"]["ExecutionRecord"];
                            /** @description Who has claimed the result, and until when */
                            lease: {
                                name: string;
                                /** Format: date-time */
                                until: string;
                                /** @description Id of the user */
                                userId: string;
                            } | null;
                            /** Format: date-time */
                            queuedAt: string;
                            /**
                             * @description Why a person should look at this result
                             * @enum {unknown}
                             */
                            reason: "all" | "unsure" | "again" | "sample" | "refused-lot";
                        }[];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getQaQueue: {
        parameters: {
            query?: {
                /** @description Id of the batch */
                batch?: string;
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description Only results that the caller has claimed */
                mine?: boolean;
                /** @description How many entries to skip */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Only results that wait for this reason */
                reason?: "all" | "unsure" | "again" | "sample" | "refused-lot";
                /** @description Id of the workflow */
                workflow?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the results that wait for a reviewer, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            execution: components["schemas"]["ExecutionRecord"];
                            /** @description Who has claimed the result, and until when */
                            lease: {
                                name: string;
                                /** Format: date-time */
                                until: string;
                                /** @description Id of the user */
                                userId: string;
                            } | null;
                            /** Format: date-time */
                            queuedAt: string;
                            /**
                             * @description Why a person should look at this result
                             * @enum {unknown}
                             */
                            reason: "all" | "unsure" | "again" | "sample" | "refused-lot";
                        }[];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    postQaRelease: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "executions": [
                 *         "018f3a5e-7c00-7000-8000-000000000001"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Only the claims of these executions. Default: all claims of the caller. */
                    executions?: string[] | null;
                } | null;
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Releases the caller's claims, so that others can review the results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            /** @description Id of the execution */
                            id: string;
                        }[];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    postQaRenew: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "executions": [
                 *         "018f3a5e-7c00-7000-8000-000000000001"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Only the claims of these executions. Default: all claims of the caller. */
                    executions?: string[] | null;
                } | null;
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Extends the caller's claims to ten minutes from now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            /** @description Id of the execution */
                            id: string;
                            /** Format: date-time */
                            leasedUntil: string;
                        }[];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getQaStats: {
        parameters: {
            query?: {
                /** @description What the decisions are grouped by */
                by?: "reviewer" | "workflowVersion" | "code" | "day";
                /** @description Only decisions at this time or later. Default: 30 days before "to". */
                from?: string;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Only decisions before this time. Default: now. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Counts the decisions of reviewers by reviewer, workflow version, code or day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            approved: number;
                            /** @description The id of the reviewer or workflow version, the code, or the day (UTC). Null: approved by the system, or rejected without a code */
                            key: string | null;
                            /** @description Median time from the entry into the review queue to the decision */
                            medianSeconds: number | null;
                            /** @description The name of the reviewer or workflow */
                            name: string | null;
                            redone: number;
                            rejected: number;
                        }[];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getQaStream: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Streams the length of the review queue and its arrivals as server-sent events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSession: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the person who is signed in to the console and the selected organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        csrfToken: string;
                        organization: {
                            /** @description Id of the organization */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        };
                        organizations: {
                            /** @description Id of the organization */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        }[];
                        publicUrl: string;
                        user: {
                            email: string;
                            /** @description Id of the user */
                            id: string;
                            name: string;
                            platformAdministrator: boolean;
                        };
                    };
                };
            };
        };
    };
    postSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "kim@example.com",
                 *       "password": "chalk lamp orchard"
                 *     }
                 */
                "application/json": {
                    /** @description The e-mail address of the person */
                    email: string;
                    /** @description The password */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Signs a person in to the console. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        csrfToken: string;
                        organization: {
                            /** @description Id of the organization */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        };
                        organizations: {
                            /** @description Id of the organization */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        }[];
                        publicUrl: string;
                        user: {
                            email: string;
                            /** @description Id of the user */
                            id: string;
                            name: string;
                            platformAdministrator: boolean;
                        };
                    };
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: {
                /** @description Sign out in every browser */
                everywhere?: boolean;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Signs out of the console; with everywhere=true, in every browser. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    putSessionOrganization: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organizationId": "018f3a5e-7c00-7000-8000-000000000001"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the organization */
                    organizationId: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Selects the organization that the person works in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        csrfToken: string;
                        organization: {
                            /** @description Id of the organization */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        };
                        organizations: {
                            /** @description Id of the organization */
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        }[];
                        publicUrl: string;
                        user: {
                            email: string;
                            /** @description Id of the user */
                            id: string;
                            name: string;
                            platformAdministrator: boolean;
                        };
                    };
                };
            };
        };
    };
    getSessionProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the external providers through which people can sign in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        providers: {
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
        };
    };
    postUpload: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "urls": {
                 *         "front": "https://shop.example/mug.jpg"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description URLs to download images from, each under a name of your choice */
                    urls: {
                        [key: string]: string;
                    };
                };
                "application/x-cube-lut": string;
                "image/*": string;
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The image
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Uploads an image or a colour table (.cube): in the form field `file`, as the whole body, or by URLs to download from. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        urls: {
                            [key: string]: string;
                        };
                    };
                    "text/plain": string;
                };
            };
        };
    };
    headUploadByHash: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns 200 when the organization has an image with this hash already, or 404. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postUploadKnown: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "hashes": [
                 *         "d2a84f4b8b650937ec8f73cd8be2c74add5a911ba64df27458ed8229da804a26"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description SHA-256 hashes of image files */
                    hashes: string[];
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns which of up to 1000 hashes belong to images that the organization has already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        known: string[];
                    };
                };
            };
        };
    };
    getWorkflow: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the workflows of the organization in their latest versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["Workflow"][];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    postWorkflow: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web resize",
                 *       "workflowComponents": [
                 *         {
                 *           "id": "fit",
                 *           "component": "resize",
                 *           "params": {
                 *             "width": 1200
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Credits for one execution. Default: 10 and the credits of the components */
                    executionPrice?: number;
                    /** @description The images that an execution needs, under the keys default, 1, 2, ... Default: one image */
                    inputs?: {
                        [key: string]: {
                            description?: string;
                            required?: boolean;
                        };
                    };
                    /** @description The name of the workflow */
                    name: string;
                    /**
                     * @description Which results wait for a reviewer. Default: off
                     * @enum {unknown}
                     */
                    qa?: "off" | "unsure" | "sample" | "all";
                    /** @description Acceptance sampling, for the mode sample only */
                    qaSampling?: {
                        /**
                         * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                         * @default 4
                         * @enum {unknown}
                         */
                        aql?: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                        /**
                         * @description Number of results that are accepted or refused together
                         * @default 500
                         */
                        lotSize?: number;
                    } | null;
                    /** @description Template of the names of results: {name}, {index}, {workflow} and {label.key}; the extension is appended. Default: the name of the input. */
                    resultNames?: string | null;
                    /** @description The steps, in the order in which they run */
                    workflowComponents: {
                        /** @description What the step does: one of the names of GET /v1/component */
                        component: string;
                        /** @description Id of the step, which no other step of the workflow has */
                        id: string;
                        /** @description Delivers the image after this step as a file of its own under this name: 1 to 40 lower-case letters, digits or - */
                        output?: string;
                        /** @description Parameters of the component; missing ones have defaults */
                        params?: {
                            [key: string]: unknown;
                        };
                        /** @description The step is skipped unless this condition holds */
                        when?: {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Creates a workflow. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
        };
    };
    getWorkflowById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Id of the version */
                version?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workflow */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns one workflow, in its latest version or the given one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
        };
    };
    putWorkflowById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workflow */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web resize",
                 *       "workflowComponents": [
                 *         {
                 *           "id": "fit",
                 *           "component": "resize",
                 *           "params": {
                 *             "width": 1200
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Credits for one execution. Default: 10 and the credits of the components */
                    executionPrice?: number;
                    /** @description The images that an execution needs, under the keys default, 1, 2, ... Default: one image */
                    inputs?: {
                        [key: string]: {
                            description?: string;
                            required?: boolean;
                        };
                    };
                    /** @description The name of the workflow */
                    name: string;
                    /**
                     * @description Which results wait for a reviewer. Default: off
                     * @enum {unknown}
                     */
                    qa?: "off" | "unsure" | "sample" | "all";
                    /** @description Acceptance sampling, for the mode sample only */
                    qaSampling?: {
                        /**
                         * @description Acceptance quality limit: the share of rejects that is still acceptable, in percent
                         * @default 4
                         * @enum {unknown}
                         */
                        aql?: 0.65 | 1 | 1.5 | 2.5 | 4 | 6.5;
                        /**
                         * @description Number of results that are accepted or refused together
                         * @default 500
                         */
                        lotSize?: number;
                    } | null;
                    /** @description Template of the names of results: {name}, {index}, {workflow} and {label.key}; the extension is appended. Default: the name of the input. */
                    resultNames?: string | null;
                    /** @description The steps, in the order in which they run */
                    workflowComponents: {
                        /** @description What the step does: one of the names of GET /v1/component */
                        component: string;
                        /** @description Id of the step, which no other step of the workflow has */
                        id: string;
                        /** @description Delivers the image after this step as a file of its own under this name: 1 to 40 lower-case letters, digits or - */
                        output?: string;
                        /** @description Parameters of the component; missing ones have defaults */
                        params?: {
                            [key: string]: unknown;
                        };
                        /** @description The step is skipped unless this condition holds */
                        when?: {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Creates a new version of a workflow. The old versions can still be run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
        };
    };
    deleteWorkflowById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workflow */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Archives a workflow. It is no longer listed and can no longer be started; its executions continue. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getWorkflowByIdDiff: {
        parameters: {
            query: {
                /** @description Id of the version */
                from: string;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Default: the latest version */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workflow */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the differences between two versions of a workflow. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowDiff"];
                };
            };
        };
    };
    getWorkflowByIdVersions: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description How many entries to skip */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workflow */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the versions of a workflow, newest first, each with its author, date, price and steps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["Workflow"][];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    postWorkflowByIdVersionsByVersionRestore: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workflow */
                id: string;
                /** @description Id of the version */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Creates a new version of a workflow with the content of an old one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
        };
    };
    postWorkflowEstimate: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow": "018f3a5e-7c00-7000-8000-000000000001",
                 *       "count": 200
                 *     }
                 */
                "application/json": {
                    /** @description The number of executions */
                    count: number;
                    /** @description The images that an execution needs, under the keys default, 1, 2, ... Default: one image */
                    inputs?: {
                        [key: string]: {
                            description?: string;
                            required?: boolean;
                        };
                    };
                    /** @description Id of the version */
                    version?: string;
                    /** @description Id of the workflow */
                    workflow?: string;
                    /** @description The steps, in the order in which they run */
                    workflowComponents?: {
                        /** @description What the step does: one of the names of GET /v1/component */
                        component: string;
                        /** @description Id of the step, which no other step of the workflow has */
                        id: string;
                        /** @description Delivers the image after this step as a file of its own under this name: 1 to 40 lower-case letters, digits or - */
                        output?: string;
                        /** @description Parameters of the component; missing ones have defaults */
                        params?: {
                            [key: string]: unknown;
                        };
                        /** @description The step is skipped unless this condition holds */
                        when?: {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Estimates the credits and the seconds that a number of executions would take. Nothing is created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        credits: number;
                        /** @description Time until all of them would be done if they were created now, including the work that waits already; null while no worker runs */
                        seconds: number | null;
                    };
                };
            };
        };
    };
    getWorkflowExecution: {
        parameters: {
            query?: {
                /** @description Id of the batch */
                batch?: string;
                /** @description Only executions of the batch with this name */
                batchName?: string;
                /** @description Only executions created at this time or later */
                createdAfter?: string;
                /** @description Only executions created before this time */
                createdBefore?: string;
                /** @description Where the next page starts: the cursor from the Link header of the previous page. It contains the filter and the sort order. */
                cursor?: string;
                /** @description Only executions whose error has this code */
                errorCode?: string;
                /** @description Only executions whose main image has this SHA-256 */
                inputContentHash?: string;
                /** @description Only executions whose main image has this file name */
                inputFileName?: string;
                /** @description Only executions with this label, such as label[sku]=A1. Repeat it with other keys for several. */
                label?: {
                    [key: string]: string;
                };
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description Only executions that belong to no batch */
                noBatch?: boolean;
                /** @description How many entries to skip. Default: 0. Cannot be combined with cursor. */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Only executions whose main image has this text in its file name, in upper or lower case. A text of one or two characters is only compared with the beginning of the name. */
                search?: string;
                /** @description Newest first (-createdAt, the default) or oldest first */
                sort?: "-createdAt" | "createdAt";
                /** @description Only executions with this status. Repeat the parameter for several. */
                status?: ("CREATED" | "ACTIVE" | "COMPLETED" | "IN_QA" | "PAYMENT_REQUIRED" | "FAILED")[];
                /** @description Id of the user */
                user?: string;
                /** @description Id of the workflow */
                workflow?: string;
                /** @description Id of the workflow */
                workflowId?: string;
                /** @description Id of the workflow version */
                workflowVersion?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists executions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["ExecutionRecord"][];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getWorkflowExecutionById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns one execution. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleExecutionRecord"];
                };
            };
        };
    };
    deleteWorkflowExecutionById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Deletes an execution that has ended, with those of its images that no other execution needs. Its charge stays. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postWorkflowExecutionByIdApprove: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "comment": "Good"
                 *     }
                 */
                "application/json": {
                    /** @description A comment for the people who read the decision */
                    comment?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Approves a result that is in review. The result is delivered and charged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionRecord"];
                };
            };
        };
    };
    postWorkflowExecutionByIdCancel: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Stops a queued or running execution. Nothing is charged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionRecord"];
                };
            };
        };
    };
    postWorkflowExecutionByIdFeedback: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "thumbsUp": false,
                 *       "expectedImages": [
                 *         "d2a84f4b8b650937ec8f73cd8be2c74add5a911ba64df27458ed8229da804a26"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Content hashes of uploaded images. */
                    expectedImages?: string[] | null;
                    /** @description Whether the result is good */
                    thumbsUp: boolean;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Stores feedback on a result, with images that show the expected result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postWorkflowExecutionByIdRedo: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "canvas": {
                 *           "background": "#f4f4f4"
                 *         }
                 *       },
                 *       "comment": "A lighter background"
                 *     }
                 */
                "application/json": {
                    /** @description A comment for the people who read the decision */
                    comment?: string | null;
                    /** @description Parameters by the id of their step; they replace those of the earlier attempt */
                    settings: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Redoes an execution that is in review, with other settings and at the same price. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionRecord"];
                };
            };
        };
    };
    postWorkflowExecutionByIdReject: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The edge is soft.",
                 *       "code": "cut-out-edge",
                 *       "markup": [
                 *         {
                 *           "x": 0.4,
                 *           "y": 0.1,
                 *           "width": 0.2,
                 *           "height": 0.3,
                 *           "note": "Here"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description One of the organization's codes for rejections */
                    code?: string | null;
                    /** @description Marks on the result */
                    markup?: {
                        /** @description Height of the rectangle as a fraction of the image height */
                        height?: number;
                        /** @description What is wrong at this place */
                        note?: string;
                        /** @description Width of the rectangle as a fraction of the image width */
                        width?: number;
                        /** @description Left edge of the rectangle, or the point, as a fraction of the image width */
                        x: number;
                        /** @description Upper edge of the rectangle, or the point, as a fraction of the image height */
                        y: number;
                    }[] | null;
                    /** @description Why the result is rejected */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Rejects a result that is in review. The execution ends as FAILED and nothing is charged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionRecord"];
                };
            };
        };
    };
    getWorkflowExecutionByIdResultByOutput: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
                /** @description The `output` of a step of the workflow */
                output: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Waits until the execution is completed, then returns the file of the named output. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getWorkflowExecutionByIdResultDefault: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Waits until the execution is completed, then returns the image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postWorkflowExecutionByIdRetry: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Runs a failed or unpaid execution again, at the price agreed at its creation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionRecord"];
                };
            };
        };
    };
    getWorkflowExecutionByIdReviews: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists the decisions of reviewers about an execution, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            /** @description The attempt whose result was reviewed */
                            attempt: number;
                            code: string | null;
                            /** @description The comment, or the reason of a rejection */
                            comment: string | null;
                            /** Format: date-time */
                            decidedAt: string;
                            /** @enum {unknown} */
                            decision: "approve" | "reject" | "redo";
                            /** @description The lot that the result belonged to */
                            lot: string | null;
                            /** @description Marks on the result */
                            markup: {
                                /** @description Height of the rectangle as a fraction of the image height */
                                height?: number;
                                /** @description What is wrong at this place */
                                note?: string;
                                /** @description Width of the rectangle as a fraction of the image width */
                                width?: number;
                                /** @description Left edge of the rectangle, or the point, as a fraction of the image width */
                                x: number;
                                /** @description Upper edge of the rectangle, or the point, as a fraction of the image height */
                                y: number;
                            }[] | null;
                            resultContentHash: string | null;
                            resultPath: string | null;
                            /** @description The reviewer who decided; null when the system approved the rest of an accepted lot */
                            reviewer: {
                                /** @description Id of the user */
                                id: string;
                                name: string;
                            } | null;
                            settings: {
                                [key: string]: unknown;
                            };
                        }[];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getWorkflowExecutionByIdStatus: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Streams each status of an execution as a server-sent event, up to its final status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getWorkflowExecutionByIdTrace: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description If true, returns at once what the execution recorded. Sizes of joined steps are missing unless they are known from an earlier call. */
                recorded?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns what each step of the last finished attempt did. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trace"];
                };
            };
        };
    };
    getWorkflowExecutionByIdTraceByStepPreview: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the execution */
                id: string;
                step: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns a small WebP image of the result of a step, or of the input image when the step is `input`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
        };
    };
    getWorkflowExecutionBulkById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path: {
                /** @description Id of the bulk call */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Returns the progress of a bulk retry, cancel or approve. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkCall"];
                };
            };
        };
    };
    postWorkflowExecutionBulkApprove: {
        parameters: {
            query?: {
                /** @description Id of the batch */
                batch?: string;
                /** @description Only executions of the batch with this name */
                batchName?: string;
                /** @description Only executions created at this time or later */
                createdAfter?: string;
                /** @description Only executions created before this time */
                createdBefore?: string;
                /** @description Only executions whose error has this code */
                errorCode?: string;
                /** @description Only executions whose main image has this SHA-256 */
                inputContentHash?: string;
                /** @description Only executions whose main image has this file name */
                inputFileName?: string;
                /** @description Only executions with this label, such as label[sku]=A1. Repeat it with other keys for several. */
                label?: {
                    [key: string]: string;
                };
                /** @description Only executions that belong to no batch */
                noBatch?: boolean;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Only executions whose main image has this text in its file name, in upper or lower case. A text of one or two characters is only compared with the beginning of the name. */
                search?: string;
                /** @description Only executions with this status. Repeat the parameter for several. */
                status?: ("CREATED" | "ACTIVE" | "COMPLETED" | "IN_QA" | "PAYMENT_REQUIRED" | "FAILED")[];
                /** @description Id of the user */
                user?: string;
                /** @description Id of the workflow */
                workflow?: string;
                /** @description Id of the workflow */
                workflowId?: string;
                /** @description Id of the workflow version */
                workflowVersion?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Approves all results in review that match the filter, in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the bulk call */
                        id: string;
                        /** @description How many executions match the filter and are in a status that allows the action */
                        matched: number;
                    };
                };
            };
        };
    };
    postWorkflowExecutionBulkCancel: {
        parameters: {
            query?: {
                /** @description Id of the batch */
                batch?: string;
                /** @description Only executions of the batch with this name */
                batchName?: string;
                /** @description Only executions created at this time or later */
                createdAfter?: string;
                /** @description Only executions created before this time */
                createdBefore?: string;
                /** @description Only executions whose error has this code */
                errorCode?: string;
                /** @description Only executions whose main image has this SHA-256 */
                inputContentHash?: string;
                /** @description Only executions whose main image has this file name */
                inputFileName?: string;
                /** @description Only executions with this label, such as label[sku]=A1. Repeat it with other keys for several. */
                label?: {
                    [key: string]: string;
                };
                /** @description Only executions that belong to no batch */
                noBatch?: boolean;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Only executions whose main image has this text in its file name, in upper or lower case. A text of one or two characters is only compared with the beginning of the name. */
                search?: string;
                /** @description Only executions with this status. Repeat the parameter for several. */
                status?: ("CREATED" | "ACTIVE" | "COMPLETED" | "IN_QA" | "PAYMENT_REQUIRED" | "FAILED")[];
                /** @description Id of the user */
                user?: string;
                /** @description Id of the workflow */
                workflow?: string;
                /** @description Id of the workflow */
                workflowId?: string;
                /** @description Id of the workflow version */
                workflowVersion?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Cancels all queued and running executions that match the filter, in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the bulk call */
                        id: string;
                        /** @description How many executions match the filter and are in a status that allows the action */
                        matched: number;
                    };
                };
            };
        };
    };
    postWorkflowExecutionBulkRetry: {
        parameters: {
            query?: {
                /** @description Id of the batch */
                batch?: string;
                /** @description Only executions of the batch with this name */
                batchName?: string;
                /** @description Only executions created at this time or later */
                createdAfter?: string;
                /** @description Only executions created before this time */
                createdBefore?: string;
                /** @description Only executions whose error has this code */
                errorCode?: string;
                /** @description Only executions whose main image has this SHA-256 */
                inputContentHash?: string;
                /** @description Only executions whose main image has this file name */
                inputFileName?: string;
                /** @description Only executions with this label, such as label[sku]=A1. Repeat it with other keys for several. */
                label?: {
                    [key: string]: string;
                };
                /** @description Only executions that belong to no batch */
                noBatch?: boolean;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Only executions whose main image has this text in its file name, in upper or lower case. A text of one or two characters is only compared with the beginning of the name. */
                search?: string;
                /** @description Only executions with this status. Repeat the parameter for several. */
                status?: ("CREATED" | "ACTIVE" | "COMPLETED" | "IN_QA" | "PAYMENT_REQUIRED" | "FAILED")[];
                /** @description Id of the user */
                user?: string;
                /** @description Id of the workflow */
                workflow?: string;
                /** @description Id of the workflow */
                workflowId?: string;
                /** @description Id of the workflow version */
                workflowVersion?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Retries all failed and unpaid executions that match the filter, in the background. Leaves out canceled and rejected ones unless errorCode names them. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the bulk call */
                        id: string;
                        /** @description How many executions match the filter and are in a status that allows the action */
                        matched: number;
                    };
                };
            };
        };
    };
    postWorkflowExecutionCreate: {
        parameters: {
            query: {
                /** @description Labels, such as label[sku]=A1 */
                label?: {
                    [key: string]: string;
                };
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Id of the workflow version */
                version?: string;
                /** @description Id of the workflow */
                workflow: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "image": {
                 *         "name": "mug.jpg",
                 *         "contentHash": "d2a84f4b8b650937ec8f73cd8be2c74add5a911ba64df27458ed8229da804a26"
                 *       },
                 *       "labels": {
                 *         "service_batch_name": "Autumn mugs"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The image of a workflow with one input. Cannot be combined with `images`. */
                    image?: {
                        /** @description Content hash that the upload returned */
                        contentHash: string;
                        /** @description Ignored; the service reads the type from the bytes of the image */
                        contentType?: unknown;
                        /** @description Original file name */
                        name: string;
                    } | null;
                    /** @description The images of a workflow with several inputs, under the keys default, 1, 2, ... */
                    images?: {
                        [key: string]: {
                            /** @description Content hash that the upload returned */
                            contentHash: string;
                            /** @description Ignored; the service reads the type from the bytes of the image */
                            contentType?: unknown;
                            /** @description Original file name */
                            name: string;
                        };
                    } | null;
                    /** @description Labels; service_batch_id or service_batch_name put the execution into a batch */
                    labels?: {
                        [key: string]: string;
                    } | null;
                    /** @description Parameters for this execution only, by the id of their step */
                    settings?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Up to 10 URLs that get the events of the execution */
                    webhooks?: string[] | null;
                };
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The image
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Creates an execution of a workflow on one or several images. Returns the execution ID as plain text. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    postWorkflowExecutionCreateMany: {
        parameters: {
            query: {
                /** @description Labels, such as label[sku]=A1 */
                label?: {
                    [key: string]: string;
                };
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Id of the workflow version */
                version?: string;
                /** @description Id of the workflow */
                workflow: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "image": {
                 *           "name": "mug.jpg",
                 *           "contentHash": "d2a84f4b8b650937ec8f73cd8be2c74add5a911ba64df27458ed8229da804a26"
                 *         },
                 *         "labels": {
                 *           "sku": "A1"
                 *         }
                 *       }
                 *     ]
                 */
                "application/json": unknown[];
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Creates up to 500 executions of a workflow on uploaded images, all in one commit. Returns the ID or the error of each, in the same order. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            /** @description Why the execution was refused */
                            error?: {
                                message: string;
                                /** @description The HTTP status that a single create would have had */
                                status: number;
                            };
                            /** @description Execution ID; missing when the execution was refused */
                            id?: string;
                        }[];
                    };
                };
            };
        };
    };
    postWorkflowPreview: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "image": "d2a84f4b8b650937ec8f73cd8be2c74add5a911ba64df27458ed8229da804a26",
                 *       "workflowComponents": [
                 *         {
                 *           "id": "fit",
                 *           "component": "resize",
                 *           "params": {
                 *             "width": 1200
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Content hash that the upload returned */
                    image?: string | null;
                    /** @description Several images instead of `image`, under the keys default, 1, 2, ... */
                    images?: {
                        [key: string]: string;
                    } | null;
                    /** @description The images that an execution needs, under the keys default, 1, 2, ... Default: one image */
                    inputs?: {
                        [key: string]: {
                            description?: string;
                            required?: boolean;
                        };
                    };
                    /** @description Parameters for this preview only, by the id of their step */
                    settings?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description The last step to run. Default: all steps run. */
                    step?: string | null;
                    /** @description The steps, in the order in which they run */
                    workflowComponents: {
                        /** @description What the step does: one of the names of GET /v1/component */
                        component: string;
                        /** @description Id of the step, which no other step of the workflow has */
                        id: string;
                        /** @description Delivers the image after this step as a file of its own under this name: 1 to 40 lower-case letters, digits or - */
                        output?: string;
                        /** @description Parameters of the component; missing ones have defaults */
                        params?: {
                            [key: string]: unknown;
                        };
                        /** @description The step is skipped unless this condition holds */
                        when?: {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Runs steps on an image and returns a small WebP image. Nothing is saved and nothing is charged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
        };
    };
    getWorkflowExecutionV2: {
        parameters: {
            query?: {
                /** @description Id of the batch */
                batch?: string;
                /** @description Only executions of the batch with this name */
                batchName?: string;
                /** @description Only executions created at this time or later */
                createdAfter?: string;
                /** @description Only executions created before this time */
                createdBefore?: string;
                /** @description Where the next page starts: the cursor from the Link header of the previous page. It contains the filter and the sort order. */
                cursor?: string;
                /** @description Only executions whose error has this code */
                errorCode?: string;
                /** @description Only executions whose main image has this SHA-256 */
                inputContentHash?: string;
                /** @description Only executions whose main image has this file name */
                inputFileName?: string;
                /** @description Only executions with this label, such as label[sku]=A1. Repeat it with other keys for several. */
                label?: {
                    [key: string]: string;
                };
                /** @description Maximum number of entries to return; 0 returns only the total */
                limit?: number;
                /** @description Only executions that belong to no batch */
                noBatch?: boolean;
                /** @description How many entries to skip. Default: 0. Cannot be combined with cursor. */
                offset?: number;
                /** @description The organization that the call acts for. Default: the credential's own organization. */
                organization?: string;
                /** @description Only executions whose main image has this text in its file name, in upper or lower case. A text of one or two characters is only compared with the beginning of the name. */
                search?: string;
                /** @description Newest first (-createdAt, the default) or oldest first */
                sort?: "-createdAt" | "createdAt";
                /** @description Only executions with this status. Repeat the parameter for several. */
                status?: ("CREATED" | "ACTIVE" | "COMPLETED" | "IN_QA" | "PAYMENT_REQUIRED" | "FAILED")[];
                /** @description Id of the user */
                user?: string;
                /** @description Id of the workflow */
                workflow?: string;
                /** @description Id of the workflow */
                workflowId?: string;
                /** @description Id of the workflow version */
                workflowVersion?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request failed; `message` says why and what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request failed; `message` says why and what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Lists executions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["ExecutionRecord"][];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
        };
    };
}
