package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"

	"example.org/playcall/client"
)

var (
	ctx      = context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("PLAYCALL_TOKEN"))
	playbook = os.Getenv("PLAYCALL_PLAYBOOK")
	api      = connect(os.Getenv("PLAYCALL_URL"))
)

func connect(url string) *client.APIClient {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: url}}
	return client.NewAPIClient(configuration)
}

// placeCall places a call and reads it back.
func placeCall() map[string]any {
	wish := client.NewCreateCall("+15005550100", playbook)
	wish.SetFirstname("Ada")
	wish.SetParams(map[string]any{"order": 1842})
	created, _, err := api.CallsAPI.CreateCall(ctx).CreateCall(*wish).Execute()
	must(err)
	call, _, err := api.CallsAPI.GetCall(ctx, created.Data.CallId).Execute()
	must(err)
	return map[string]any{"call_id": call.Data.Id, "phone": call.Data.Phone.Get(), "params": call.Data.Params}
}

// callContacts calls three contacts, who are tried again after half an hour and after an hour.
func callContacts(recall client.Recall, phones ...string) map[string]any {
	var contacts []client.ContactInput
	for _, phone := range phones {
		contact := client.NewContactInput(phone)
		contact.SetFirstName("Grace")
		contact.SetCustomFields(map[string]any{"plan": "gold"})
		contacts = append(contacts, *contact)
	}
	wish := client.NewCreateCampaign(playbook, contacts)
	wish.SetRecall(recall)
	created, _, err := api.CampaignsAPI.CreateCampaign(ctx).CreateCampaign(*wish).Execute()
	must(err)
	return map[string]any{"campaign_id": created.Data.CampaignId, "calls": created.Data.Calls}
}

// listCalls reads the whole list of calls, two at a time.
func listCalls() map[string]any {
	var ids []string
	request := api.CallsAPI.ListCalls(ctx).Limit(2)
	for pages := 1; ; pages++ {
		page, _, err := request.Execute()
		must(err)
		for _, call := range page.Data.Items {
			ids = append(ids, call.Id)
		}
		cursor := page.Data.NextCursor.Get()
		if cursor == nil {
			return map[string]any{"pages": pages, "call_ids": ids}
		}
		request = request.Cursor(*cursor)
	}
}

// beRefused asks for what is refused: more retries than there may be.
func beRefused() map[string]any {
	wish := client.NewCreateCall("+15005550100", playbook)
	wish.SetRecall(client.ArrayOfInt32AsRecall(&[]int32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}))
	_, response, err := api.CallsAPI.CreateCall(ctx).CreateCall(*wish).Execute()
	var refusal *client.GenericOpenAPIError
	if !errors.As(err, &refusal) {
		log.Fatal("it was not refused: ", err)
	}
	answer := refusal.Model().(client.ErrorEnvelope)
	return map[string]any{"status": response.StatusCode, "code": answer.Error.Code, "pointer": answer.Error.Details[0].Pointer}
}

// waitAtTheLimit asks too often, waits as long as it is told, and asks again.
func waitAtTheLimit() map[string]any {
	for {
		_, response, err := api.CallsAPI.ListCalls(ctx).Limit(1).Execute()
		if err == nil || response == nil || response.StatusCode != http.StatusTooManyRequests {
			must(err)
			continue
		}
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		must(err)
		time.Sleep(time.Duration(seconds) * time.Second)
		_, again, err := api.CallsAPI.ListCalls(ctx).Limit(1).Execute()
		must(err)
		return map[string]any{"status": response.StatusCode, "retry_after": seconds, "then": again.StatusCode}
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	text := "[30,60]"
	must(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"call": placeCall(),
		"campaigns": []any{
			callContacts(client.ArrayOfInt32AsRecall(&[]int32{30, 60}), "+15005550201", "+15005550202", "+15005550203"),
			callContacts(client.StringAsRecall(&text), "+15005550301", "+15005550302", "+15005550303"),
		},
		"list":    listCalls(),
		"refused": beRefused(),
		"limited": waitAtTheLimit(),
	}))
}
