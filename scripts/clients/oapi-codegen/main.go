package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"

	"example.org/playcall/client"
)

var (
	ctx      = context.Background()
	playbook = readID(os.Getenv("PLAYCALL_PLAYBOOK"))
	api      = connect(os.Getenv("PLAYCALL_URL"), os.Getenv("PLAYCALL_TOKEN"))
)

func connect(url, token string) *client.ClientWithResponses {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	api, err := client.NewClientWithResponses(url, client.WithRequestEditorFn(authorize))
	must(err)
	return api
}

// placeCall places a call and reads it back.
func placeCall() map[string]any {
	wish := client.CreateCall{Phone: "+15005550100", PlaybookId: playbook}
	wish.Firstname = new("Ada")
	wish.Params = &client.NullableFreeKeyValues{"order": 1842}
	created, err := api.CreateCallWithResponse(ctx, nil, wish)
	must(err)
	read, err := api.GetCallWithResponse(ctx, created.JSON201.Data.CallId)
	must(err)
	call := read.JSON200.Data
	return map[string]any{"call_id": call.Id, "phone": call.Phone, "params": call.Params}
}

// callContacts calls three contacts, who are tried again after half an hour and after an hour.
func callContacts(recall client.Recall, phones ...string) map[string]any {
	wish := client.CreateCampaign{PlaybookId: playbook, Recall: &recall}
	for _, phone := range phones {
		wish.Contacts = append(wish.Contacts, client.ContactInput{
			Phone:        phone,
			FirstName:    new("Grace"),
			CustomFields: &client.NullableFreeKeyValues{"plan": "gold"},
		})
	}
	created, err := api.CreateCampaignWithResponse(ctx, nil, wish)
	must(err)
	return map[string]any{"campaign_id": created.JSON202.Data.CampaignId, "calls": created.JSON202.Data.Calls}
}

// listCalls reads the whole list of calls, two at a time.
func listCalls() map[string]any {
	var ids []client.Id
	query := client.ListCallsParams{Limit: new(client.Limit(2))}
	for pages := 1; ; pages++ {
		answer, err := api.ListCallsWithResponse(ctx, &query)
		must(err)
		for _, call := range answer.JSON200.Data.Items {
			ids = append(ids, call.Id)
		}
		query.Cursor = answer.JSON200.Data.NextCursor
		if query.Cursor == nil {
			return map[string]any{"pages": pages, "call_ids": ids}
		}
	}
}

// beRefused asks for what is refused: more retries than there may be.
func beRefused() map[string]any {
	wish := client.CreateCall{Phone: "+15005550100", PlaybookId: playbook, Recall: new(inMinutes(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))}
	answer, err := api.CreateCallWithResponse(ctx, nil, wish)
	must(err)
	refusal := answer.JSON400.Error
	return map[string]any{"status": answer.StatusCode(), "code": refusal.Code, "pointer": (*refusal.Details)[0].Pointer}
}

// waitAtTheLimit asks too often, waits as long as it is told, and asks again.
func waitAtTheLimit() map[string]any {
	query := client.ListCallsParams{Limit: new(client.Limit(1))}
	for {
		answer, err := api.ListCallsWithResponse(ctx, &query)
		must(err)
		if answer.JSON429 == nil {
			continue
		}
		seconds := answer.Headers429.RetryAfter
		time.Sleep(time.Duration(seconds) * time.Second)
		again, err := api.ListCallsWithResponse(ctx, &query)
		must(err)
		return map[string]any{"status": answer.StatusCode(), "retry_after": seconds, "then": again.StatusCode()}
	}
}

func readID(text string) (id client.Id) {
	must(id.UnmarshalText([]byte(text)))
	return id
}

func inMinutes(minutes ...int) (recall client.Recall) {
	must(recall.FromRecallMinutes(minutes))
	return recall
}

func inText(text string) (recall client.Recall) {
	must(recall.FromRecallText(text))
	return recall
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	must(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"call": placeCall(),
		"campaigns": []any{
			callContacts(inMinutes(30, 60), "+15005550201", "+15005550202", "+15005550203"),
			callContacts(inText("[30,60]"), "+15005550301", "+15005550302", "+15005550303"),
		},
		"list":    listCalls(),
		"refused": beRefused(),
		"limited": waitAtTheLimit(),
	}))
}
